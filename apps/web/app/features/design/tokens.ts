/** Custom properties of a theme by name, without the two dashes. */
export type Tokens = ReadonlyMap<string, string>

const DECLARATION = /--([\w-]+):\s*([^;]+);/g
/** A colour may have brackets of its own, as `rgb(…)` has. */
const BOTH = /light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)/g

/** The tokens as the style sheet states them, each theme with its side of `light-dark()`. */
export function readTokens(css: string): { light: Tokens; dark: Tokens } {
  const declared = [...css.matchAll(DECLARATION)].map(([, name = '', value = '']) => [name, value] as const)
  const side = (which: '$1' | '$2') =>
    new Map(declared.map(([name, value]) => [name, value.replace(BOTH, which).trim()]))
  return { light: side('$1'), dark: side('$2') }
}

/** Names of the tokens that begin with these words, in the style sheet's order. */
export function tokensNamed(tokens: Tokens, prefix: string): readonly string[] {
  return [...tokens.keys()].filter(name => name.startsWith(prefix))
}
