// Signing in: a wrong password is told, the right one opens the home page, and no password is ever shown.
import assert from "node:assert/strict";
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const signedOut = (url, email, filled) => ({
  url,
  screen: "login.html",
  navigation: [{ id: "login.reset", name: "Forgot your password?", target: "reset.page" }],
  action: [{ id: "login.submit", name: "Sign in", action: "sign-in" }],
  input: [
    { id: "login.email", name: "Email", state: "login.email", value: email },
    { id: "login.password", name: "Password", state: "login.password", filled },
  ],
  toggle: [
    { id: "login.remember", name: "Keep me signed in", action: "toggle-remember", state: "login.remember", value: false },
  ],
  region: [{ id: "login", name: "Sign in" }],
});

scenario("signing in", async (use) => {
  const { pages, act, see } = await openStage(use);
  const url = pages.url("/login.html");
  exactly(await see.snapshot({ url }), signedOut(url, "", false));

  await act.type("login.email", "ada@harbour.test");
  await act.type("login.password", "byron");
  exactly(await see.snapshot(), signedOut(url, "ada@harbour.test", true));
  await act.click("login.submit");
  exactly(await see.observe("login.error"), {
    id: "login.error", role: "observable", name: "Email or password is wrong",
    state: "login.error", value: "Email or password is wrong",
  });

  await act.type("login.password", "lovelace");
  await act.click("login.remember");
  exactly(await see.observe("login.remember"), {
    id: "login.remember", role: "toggle", name: "Keep me signed in", action: "toggle-remember",
    state: "login.remember", value: true,
  });
  const all = await see.call("semantic_snapshot", { includeHidden: true });
  assert.ok(!all.includes("lovelace") && all.includes('"filled":true'), all);

  await act.click("login.submit");
  exactly(await see.snapshot(), {
    url,
    screen: "login.html",
    action: [{ id: "home.signout", name: "Sign out", action: "sign-out" }],
    observable: [{ id: "home.user", name: "ada@harbour.test", state: "user.email", value: "ada@harbour.test" }],
    region: [{ id: "home", name: "Home" }],
  });
  exactly(await see.observe("login.email"), {
    id: "login.email", role: "input", name: "Email", state: "login.email", value: "ada@harbour.test", visible: false,
  });

  await act.click("home.signout");
  exactly(await see.snapshot(), signedOut(url, "", false));
});
