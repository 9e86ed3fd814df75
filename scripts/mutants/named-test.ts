/** A test by its file, and by its title where one alone is asked. */
export interface NamedTest {
  path: string
  title?: string
}

/** A title of a table of cases has values in it: what stands around them is looked for. */
function pattern(title: string): string {
  const parts = title.split(/\$\{[^}]*\}|%[a-z#]|\$\w+|…/)
  return parts.map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')
}

/** What the titles of the tests look like; undefined where whole files are asked. */
export function titlesPattern(tests: readonly NamedTest[]): string | undefined {
  if (tests.some(({ title }) => title === undefined)) return undefined
  return tests.map(({ title = '' }) => `(${pattern(title)})`).join('|')
}
