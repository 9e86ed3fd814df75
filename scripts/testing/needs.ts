import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { SERVER_PROGRAMS, type ServerProgram } from '../../apps/server/src/testing/server-programs.ts'

/** What a test file needs on the machine before it can run. */
export interface Needs {
  /** A database of the run's Postgres. */
  database: boolean
  /** Chromium. */
  browser: boolean
  /**
   * The built web: the test starts the real server as a process, or a server in its own process that serves pages,
   * or it weighs the pages.
   */
  web: boolean
  /** Real servers other than the run's Postgres, and browsers other than Chromium. */
  servers: ReadonlySet<ServerProgram>
}

const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g
const NAMED_PROGRAM = /findServerProgram\('([A-Za-z-]+)'\)/g
const DATABASE = 'apps/server/src/testing/database.ts'
const PAGE_WEIGHT = 'apps/web/scripts/page-weight.ts'
const SERVES_PAGES = /\(\{ pages: 'served' \}\)/
const SERVER_MAIN = /['"](?:\.{1,2}\/)+main\.ts['"]/

const isServerProgram = (name: string): name is ServerProgram => name in SERVER_PROGRAMS

/** Follows relative imports from test files and answers what they need. Reads each file once. */
export function createNeedsReader(root: string): (file: string) => Promise<Needs> {
  const texts = new Map<string, Promise<string>>()
  function textOf(path: string): Promise<string> {
    // An import that is no file needs nothing.
    const text = texts.get(path) ?? readFile(path, 'utf8').catch(() => '')
    texts.set(path, text)
    return text
  }

  async function reachableFrom(path: string): Promise<Set<string>> {
    const seen = new Set([path])
    for (const file of seen) {
      for (const [, specifier = ''] of (await textOf(file)).matchAll(RELATIVE_IMPORT))
        seen.add(join(dirname(file), specifier))
    }
    return seen
  }

  return async file => {
    const needs = { database: false, browser: false, web: false, servers: new Set<ServerProgram>() }
    for (const path of await reachableFrom(join(root, file))) {
      const name = relative(root, path)
      const text = await textOf(path)
      if (name === DATABASE) needs.database = true
      if (name === PAGE_WEIGHT) needs.web = true
      if (text.includes('CHROMIUM_PATH')) needs.browser = true
      if (name.startsWith('apps/server/') && (SERVER_MAIN.test(text) || SERVES_PAGES.test(text)))
        needs.web = true
      for (const [, program = ''] of text.matchAll(NAMED_PROGRAM))
        if (isServerProgram(program)) needs.servers.add(program)
    }
    return needs
  }
}
