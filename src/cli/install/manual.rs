//! `tabia man` and `tabia completions`: both are made of the command line's own description, so that they cannot say
//! anything else than it does.

use clap::Args;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::out::Out;

/// Write the manual page of a command, as `man` reads it.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command, such as `uci` or `lab why`; none: the program itself
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Write what a shell completes.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// For this shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes a manual page.
pub(crate) fn man(args: &ManArgs, out: &mut Out) -> Result<(), Failure> {
    let mut command = crate::command_line();
    // Names of the whole way down: `tabia-lab-why`.
    command.build();
    let mut found = &command;
    for word in &args.command {
        found = found.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = found.get_subcommands().map(clap::Command::get_name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Failure::Refused(format!("'{word}' is no command, expected one of: {known}"))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found.clone()).render(&mut page)?;
    out.line(String::from_utf8_lossy(&page).trim_end())
}

/// Writes the completions.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut Out) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command_line(), "tabia", &mut text);
    out.line(String::from_utf8_lossy(&text).trim_end())
}
