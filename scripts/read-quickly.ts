/** Loaded first by `npm start` and `npm run dev`: the modules that follow are found quickly and compiled once. */
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { quickImports } from './quick-imports.ts'

registerHooks({ resolve: quickImports() })
// Node keys what it stores by the content of a file, so a changed file is compiled again; where the folder cannot be
// written, nothing is stored.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))
