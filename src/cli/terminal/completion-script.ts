/** The script of each shell by which it asks `cairn complete` at a press of its key. Each runs no word that was typed. */
export const COMPLETION_SCRIPTS = {
  bash: `# bash completion of cairn: source <(cairn completion bash)
_cairn() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(cairn complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _cairn cairn`,

  zsh: `#compdef cairn
# zsh completion of cairn, after compinit: source <(cairn completion zsh)
_cairn() {
  local line
  local -a offers
  while IFS= read -r line; do
    offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(cairn complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#offers} )); then _describe -V cairn offers; else _files; fi
}
compdef _cairn cairn`,

  fish: `# fish completion of cairn: cairn completion fish | source
function __cairn_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l offers (cairn complete -- $words[2..-1] "$current" 2>/dev/null)
  if test (count $offers) -gt 0
    printf '%s\\n' $offers
  else
    __fish_complete_path "$current"
  end
end
complete -c cairn -e
complete -c cairn -f -k -a '(__cairn_complete)'`,

  powershell: `# PowerShell completion of cairn: cairn completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName cairn -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { "$_" })
  if ($wordToComplete -eq '') { $words += '' }
  cairn complete -- @words 2>$null | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}`,
} as const;
