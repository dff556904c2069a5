// The memory of a process, where the system tells.
import { readFileSync } from "node:fs";

/** Resident kibibytes of a process, or null where /proc is not there. */
export function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
  } catch {
    return null;
  }
}
