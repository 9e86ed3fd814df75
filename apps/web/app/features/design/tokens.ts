/** Custom properties of a theme by name, without the two dashes. */
export type Tokens = ReadonlyMap<string, string>

const DECLARATION = /--([\w-]+):\s*([^;]+);/g

function declarations(block: string): Map<string, string> {
  return new Map([...block.matchAll(DECLARATION)].map(([, name = '', value = '']) => [name, value.trim()]))
}

/** The tokens as the style sheet states them; the dark theme is what it changes of the light one. */
export function readTokens(css: string): { light: Tokens; dark: Tokens } {
  const [first = '', chosenDark = ''] = css.split(':root[data-theme="dark"]')
  const light = declarations(first)
  return { light, dark: new Map([...light, ...declarations(chosenDark.split('}')[0] ?? '')]) }
}

/** Names of the tokens that begin with these words, in the style sheet's order. */
export function tokensNamed(tokens: Tokens, prefix: string): readonly string[] {
  return [...tokens.keys()].filter(name => name.startsWith(prefix))
}
