// Finds the system's Chromium by the rules of `semantic` and starts it, to be attached to.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge", "chrome"];
const APPLICATIONS = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const PROGRAMS = [
  "Google/Chrome/Application/chrome.exe",
  "Chromium/Application/chrome.exe",
  "Microsoft/Edge/Application/msedge.exe",
];

/** The path of a Chrome, Chromium or Edge, or undefined. */
export function findBrowser() {
  const exe = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name + exe)));
  const installed = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) =>
    process.env[name] ? PROGRAMS.map((program) => join(process.env[name], program)) : [],
  );
  return [...onPath, ...APPLICATIONS, ...installed].find((path) => existsSync(path));
}

/** Starts a browser with an empty profile, on a free port unless one is given; `end` removes the profile, too. */
export async function startBrowser({ port = 0, args: more = [] } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "semantic-e2e-"));
  const args = ["--headless=new", `--remote-debugging-port=${port}`, "--no-first-run", `--user-data-dir=${profile}`, ...more];
  if (process.getuid?.() === 0) args.push("--no-sandbox"); // it refuses to run as root without this
  const child = spawn(findBrowser(), [...args, "about:blank"], { stdio: "ignore" });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const end = async () => {
    child.kill();
    await gone;
    await remove(profile);
  };
  try {
    const listening = await until(() => (port === 0 ? portOf(profile) : answers(port)), child);
    return { endpoint: `http://127.0.0.1:${listening}`, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What `look` finds, as soon as it finds something, within 30 seconds. */
async function until(look, child) {
  for (let i = 0; i < 600 && child.exitCode === null; i++) {
    const found = await look();
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not listen (exit code ${child.exitCode})`);
}

/** The port that a browser which chose it itself writes into its profile once it listens. */
function portOf(profile) {
  const file = join(profile, "DevToolsActivePort");
  const [port, path] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return path && port;
}

/** The port, once a browser answers there. */
async function answers(port) {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
  return version?.ok && port;
}

/** Removes a profile. Other processes of the browser end a moment later, and may still write. */
async function remove(profile) {
  for (let left = 100; ; left--) {
    try {
      return rmSync(profile, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await sleep(50);
    }
  }
}
