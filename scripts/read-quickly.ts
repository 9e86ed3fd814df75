/** The first import of `npm start` and `npm run dev`: later imports resolve quickly, and are compiled once. */
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { quickImports } from './quick-imports.ts'

registerHooks({ resolve: quickImports() })
// The keys of Node's cache contain a hash of the file, so a changed file is compiled again; where the folder is
// read-only, nothing is stored.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'))
