interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** All modules that these modules load at once, including themselves. */
function reachable(graph: ModuleGraph, starts: Iterable<string>): Set<string> {
  const found = new Set(starts)
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  }
  return found
}

const IN_EVERY_PAGE = /\/app\/(entry\.client|root|routes\/site)\.tsx/
const PROFILE = /\/app\/routes\/profile\.tsx/
const EVENT = /\/app\/routes\/live-event\.tsx/
const LIBRARIES = /\/node_modules\//

/**
 * Combines the code of the pages that visitors open into few files: on a phone's connection each file costs a round
 * trip whatever its size, and forty of them delayed the portrait. Code that a page loads later stays separate.
 */
export function gatherChunks() {
  const seen = new Set<string>()
  let everywhere: Set<string> | undefined
  let offers: Set<string> | undefined
  const from = (pattern: RegExp) => [...seen].filter(id => pattern.test(id))

  function chunkOf(id: string, graph: ModuleGraph): string | null {
    everywhere ??= reachable(graph, from(IN_EVERY_PAGE))
    if (everywhere.has(id)) return LIBRARIES.test(id) ? 'libraries' : 'site'
    if (!offers) {
      const ofEvents = reachable(graph, from(EVENT))
      offers = new Set([...reachable(graph, from(PROFILE))].filter(module => ofEvents.has(module)))
    }
    return offers.has(id) ? 'offer' : null
  }

  return {
    plugin: {
      name: 'parley-gather-chunks',
      moduleParsed(module: { id: string }) {
        seen.add(module.id)
      },
    },
    codeSplitting: { groups: [{ name: chunkOf, debugName: 'pages' }] },
  }
}
