//! Starting a browser of our own, where a caller asks for one: its own profile, gone with it.
#![allow(clippy::disallowed_methods)] // starting a process reads a file and waits; only a caller's wish leads here

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::error::CdpError;

/// How a browser is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The program; without one it is [looked for](find_browser).
    pub program: Option<PathBuf>,
    /// Whether no window is shown.
    pub headless: bool,
    /// More arguments for it.
    pub arguments: Vec<String>,
}

/// A browser of our own; it ends, and its profile is removed, when this is dropped.
#[derive(Debug)]
pub struct Launched {
    child: Child,
    profile: PathBuf,
    port: u16,
    program: PathBuf,
}

/// How long a browser may take to listen.
const START: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(20);

impl Launched {
    /// The address to attach to.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The program that was started.
    pub fn program(&self) -> &Path {
        &self.program
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        end(&mut self.child, &self.profile);
    }
}

fn end(child: &mut Child, profile: &Path) {
    let _ = child.kill();
    let _ = child.wait();
    // Its other processes end a moment later, and may still write.
    for _ in 0..250 {
        match std::fs::remove_dir_all(profile) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => sleep(STEP),
            _ => break,
        }
    }
}

/// Where Chrome, Chromium or Edge is on this system: on the search path, then where installers put it.
pub fn find_browser() -> Option<PathBuf> {
    const NAMES: [&str; 6] =
        ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge", "chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).flat_map(|folder| {
        let names =
            NAMES.iter().map(move |name| folder.join(name).with_extension(std::env::consts::EXE_EXTENSION));
        names.collect::<Vec<_>>()
    });
    let applications = [
        "Google Chrome.app/Contents/MacOS/Google Chrome",
        "Chromium.app/Contents/MacOS/Chromium",
        "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ];
    let applications = applications.iter().map(|app| Path::new("/Applications").join(app));
    let folders = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"];
    let folders = folders.iter().filter_map(std::env::var_os);
    let programs = folders.flat_map(|folder| {
        [
            "Google/Chrome/Application/chrome.exe",
            "Chromium/Application/chrome.exe",
            "Microsoft/Edge/Application/msedge.exe",
        ]
        .map(|program| Path::new(&folder).join(program))
    });
    let mut all = on_path.chain(applications.filter(|_| cfg!(target_os = "macos")));
    all.find(|p| p.is_file()).or_else(|| programs.into_iter().find(|p| cfg!(windows) && p.is_file()))
}

/// Starts a browser with a profile of its own on a free port and waits until it listens. Blocks.
///
/// # Errors
/// [`CdpError::Launch`] where there is none, or it ends or stays silent.
pub fn launch(how: &Launch) -> Result<Launched, CdpError> {
    let failed = |why: String| CdpError::Launch(why);
    let program = how.program.clone().or_else(find_browser);
    let program =
        program.ok_or_else(|| failed("neither Chrome nor Chromium nor Edge was found".to_owned()))?;
    let profile = new_folder().map_err(|e| failed(format!("its profile cannot be made: {e}")))?;
    let mut command = Command::new(&program);
    command.args(["--remote-debugging-port=0", "--no-first-run", "--no-default-browser-check"]);
    command.arg(format!("--user-data-dir={}", profile.display()));
    command.args(how.headless.then_some("--headless=new"));
    command.args(is_root(&profile).then_some("--no-sandbox")); // it refuses to run without this
    command.args(&how.arguments).arg("about:blank");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let _ = std::fs::remove_dir_all(&profile);
            return Err(failed(format!("{}: {error}", program.display())));
        }
    };
    match port(&mut child, &profile) {
        Ok(port) => Ok(Launched { child, profile, port, program }),
        Err(why) => {
            end(&mut child, &profile);
            Err(failed(format!("{} {why}", program.display())))
        }
    }
}

/// The port that the browser writes into its profile once it listens.
fn port(child: &mut Child, profile: &Path) -> Result<u16, String> {
    let file = profile.join("DevToolsActivePort");
    for _ in 0..START.as_millis() / STEP.as_millis() {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // The second line is complete only when the first is.
        if let Some(port) =
            text.split_once('\n').filter(|(_, rest)| !rest.is_empty()).and_then(|(p, _)| p.parse().ok())
        {
            return Ok(port);
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(format!("ended at once ({status})"));
        }
        sleep(STEP);
    }
    Err(format!("does not listen after {} s", START.as_secs()))
}

/// An empty folder that only this user may look into.
fn new_folder() -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("semantic-browser-{}-{number}", std::process::id()));
        match builder.create(&folder) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|()| folder),
        }
    }
}

/// Whether a folder of ours belongs to the administrator, so that this process is one.
fn is_root(folder: &Path) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::uid(&match std::fs::metadata(folder) {
        Ok(about) => about,
        Err(_) => return false,
    }) == 0;
    #[cfg(not(unix))]
    {
        let _ = folder;
        false
    }
}

/// The command that starts a browser which can be attached to at port 9222, for this operating system.
pub fn how_to_start() -> &'static str {
    if cfg!(target_os = "macos") {
        "\"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome\" --remote-debugging-port=9222 --user-data-dir=\"$HOME/.semantic-browser\""
    } else if cfg!(windows) {
        "\"%ProgramFiles%\\Google\\Chrome\\Application\\chrome.exe\" --remote-debugging-port=9222 --user-data-dir=\"%LOCALAPPDATA%\\semantic-browser\""
    } else {
        "chromium --remote-debugging-port=9222 --user-data-dir=\"$HOME/.semantic-browser\" (or google-chrome, microsoft-edge)"
    }
}
