import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { captureCommand } from '../run-command.ts'
import type { PartResult } from './part.ts'

async function runTool(root: string, command: readonly string[], fact: string): Promise<PartResult> {
  const { code, output } = await captureCommand(command, { cwd: root })
  return { problems: code === 0 ? [] : [output.trim() || `${command[0]} ended with ${code}`], fact }
}

/** Checks all types: the server from the root, the web after its route types are generated. */
export async function checkTypes(root: string): Promise<PartResult> {
  const web = join(root, 'apps', 'web')
  const made = existsSync(web)
    ? await runTool(web, ['react-router', 'typegen'], '')
    : { problems: [], fact: 'no web' }
  if (made.problems.length > 0) return made
  const projects = ['tsconfig.json', 'apps/web/tsconfig.json'].filter(project =>
    existsSync(join(root, project)),
  )
  const found = await Promise.all(
    projects.map(project => {
      const kept = join('node_modules/.cache/tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`)
      const incremental = ['--incremental', '--tsBuildInfoFile', kept]
      return runTool(root, ['tsc', '--pretty', 'false', '-p', project, ...incremental], project)
    }),
  )
  return { problems: found.flatMap(result => result.problems), fact: `${projects.length} projects` }
}

/** Lint rules, import order and format in one pass. */
export function checkLint(root: string): Promise<PartResult> {
  return runTool(root, ['biome', 'check', '--error-on-warnings', '--max-diagnostics=200', '.'], 'biome')
}

/** Files, exports and dependencies that nothing uses. */
export function checkDeadCode(root: string): Promise<PartResult> {
  return runTool(root, ['knip', '--no-progress', '--no-config-hints'], 'knip')
}
