const names: ReadonlySet<string> = new Set(
  (
    "PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT PS4 PROMPT_COMMAND NODE_OPTIONS NODE_PATH PYTHONSTARTUP PYTHONPATH " +
    "PYTHONHOME PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS CLASSPATH GIT_SSH GIT_SSH_COMMAND GIT_EDITOR " +
    "GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS EDITOR VISUAL PAGER MANPAGER BROWSER " +
    "LESSOPEN LESSCLOSE MAKEFLAGS RSYNC_RSH CVS_RSH TAR_OPTIONS"
  ).split(" "),
);

/** Whether programs run, load or look for code by what the variable of this name holds. */
export function choosesCode(name: string): boolean {
  return names.has(name) || /^(?:DYLD_|BASH_FUNC_)/.test(name);
}
