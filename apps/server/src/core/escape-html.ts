const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text made safe inside HTML and XML, attributes included. Attack: a name or reason that carries markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ESCAPES.get(character) ?? character)
}
