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

/** Starts a browser with an empty profile on a free port; `end` ends it and removes the profile. */
export async function startBrowser(more = []) {
  const profile = mkdtempSync(join(tmpdir(), "semantic-e2e-"));
  const args = ["--headless=new", "--remote-debugging-port=0", "--no-first-run", `--user-data-dir=${profile}`, ...more];
  if (process.getuid?.() === 0) args.push("--no-sandbox"); // it refuses to run as root without this
  const child = spawn(findBrowser(), [...args, "about:blank"], { stdio: "ignore" });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const end = async () => {
    child.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    return { endpoint: `http://127.0.0.1:${await portOf(profile, child)}`, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The port that the browser writes into its profile once it listens. */
async function portOf(profile, child) {
  const file = join(profile, "DevToolsActivePort");
  for (let i = 0; i < 600 && child.exitCode === null; i++) {
    const [port, path] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (path) return port;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not listen (exit code ${child.exitCode})`);
}
