/** A test by its file, and by its title if only one test should run. */
export interface NamedTest {
  path: string
  title?: string
}

/** The title of a table of cases has values in it: the pattern matches the text around them. */
function pattern(title: string): string {
  const parts = title.split(/\$\{[^}]*\}|%[a-z#]|\$\w+|…/)
  return parts.map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')
}

/** A pattern for the titles of the tests; undefined where whole files should run. */
export function titlesPattern(tests: readonly NamedTest[]): string | undefined {
  if (tests.some(({ title }) => title === undefined)) return undefined
  return tests.map(({ title = '' }) => `(${pattern(title)})`).join('|')
}
