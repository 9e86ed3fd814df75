import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'

/** `{GOOGLE,TWITTER}_CLIENT_ID` and its `_CLIENT_SECRET`, one by one. */
function spelled(name: string, row: string): string[] {
  const [, networks = ''] = /\{([A-Z,]+)\}/.exec(row) ?? []
  if (networks === '') return [name]
  const end = name.replace(/^\{.*\}/, '')
  return networks.split(',').map(network => `${network}${end}`)
}

/** Every variable of the table in README.md. */
export function readmeSettings(): string[] {
  const [, table = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('## Configuration')
  const rows = table.split('## ')[0]?.match(/^\| `.*?\|/gm) ?? []
  return rows.flatMap(row => [...row.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => spelled(name, row)))
}
