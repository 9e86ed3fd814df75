import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { ARROW_RULES } from './arrow-rules.ts'
import type { PartResult } from './part.ts'

const PLACES = ['apps', 'packages', 'scripts', 'bench', 'e2e']

/**
 * Reads every import below a root and checks it against the rules; `least` is how many imports a working reader must
 * find.
 */
export async function checkArrows(
  root: string,
  least: { modules: number; typeImports: number },
): Promise<PartResult> {
  const places = PLACES.filter(place => existsSync(join(root, place)))
  const { output } = await cruise(places, {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: ARROW_RULES },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  })
  const result = output as ICruiseResult
  const modules = result.modules.filter(module => /\.tsx?$/.test(module.source)).length
  const typeImports = result.modules
    .flatMap(module => module.dependencies)
    .filter(dependency => dependency.dependencyTypes.includes('type-only')).length
  const problems = result.summary.violations.map(
    violation => `${violation.rule.name}: ${violation.from} -> ${violation.to}`,
  )
  // Without its TypeScript parser the tool reads nothing and reports no problem.
  if (modules < least.modules)
    problems.push(`only ${modules} TypeScript modules were read, at least ${least.modules} exist`)
  if (typeImports < least.typeImports) problems.push(`only ${typeImports} imports of types were seen`)
  return { problems, fact: `${modules} modules, ${ARROW_RULES.length} rules` }
}
