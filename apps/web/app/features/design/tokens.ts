/** Custom properties of a theme by name, without the two dashes. */
export type Tokens = ReadonlyMap<string, string>

const DECLARATION = /--([\w-]+):\s*([^;]+);/g
/** A colour may contain brackets, as `rgb(…)` does. */
const BOTH = /light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)/g

/** The tokens of the style sheet, each theme with its side of `light-dark()`. */
export function readTokens(css: string): { light: Tokens; dark: Tokens } {
  const declared = [...css.matchAll(DECLARATION)].map(([, name = '', value = '']) => [name, value] as const)
  const side = (which: '$1' | '$2') =>
    new Map(declared.map(([name, value]) => [name, value.replace(BOTH, which).trim()]))
  return { light: side('$1'), dark: side('$2') }
}

/** The names of the tokens with this prefix, in the style sheet's order. */
export function tokensNamed(tokens: Tokens, prefix: string): readonly string[] {
  return [...tokens.keys()].filter(name => name.startsWith(prefix))
}
