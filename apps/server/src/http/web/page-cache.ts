export interface PageCacheDeps<P> {
  nowMs: () => number
  /** Renders the page of a path again. */
  render: (path: string) => Promise<P>
  /** What the page was made of; the same text means the same page. Null: not to be kept. */
  version: (path: string) => Promise<string | null>
  /** Pages that failed are sent but not kept. */
  keeps: (page: P) => boolean
}

interface Entry<P> {
  page: P
  version: string
  checkedAtMs: number
}

/** A change is on the page at most this long after it was committed. */
const CHECK_EVERY_MS = 1_000
/**
 * A requested page is checked again from this age on, while the kept one is sent: nobody waits for the check.
 */
const CHECK_AGAIN_AFTER_MS = 500
const PAGES_MAX = 500

/** Finished pages by path and version, least recently used out first. */
export function createPageCache<P>(deps: PageCacheDeps<P>) {
  const entries = new Map<string, Entry<P>>()
  const underWay = new Map<string, Promise<P>>()

  function store(path: string, entry: Entry<P>) {
    entries.delete(path)
    entries.set(path, entry)
    const oldest = entries.keys().next().value
    if (entries.size > PAGES_MAX && oldest !== undefined) entries.delete(oldest)
  }

  async function load(path: string): Promise<P> {
    // Taken before the question: what the answer says was true at this moment or later.
    const checkedAtMs = deps.nowMs()
    const version = await deps.version(path)
    const entry = entries.get(path)
    if (entry && version !== null && entry.version === version) {
      store(path, { ...entry, checkedAtMs })
      return entry.page
    }
    const page = await deps.render(path)
    // What was read for the page may be newer than the version: it is kept only under a version that still holds.
    const isSame = version !== null && (await deps.version(path)) === version
    if (isSame && deps.keeps(page)) store(path, { page, version, checkedAtMs })
    else entries.delete(path)
    return page
  }

  function get(path: string): Promise<P> {
    const running = underWay.get(path)
    if (running) return running
    const work = load(path).finally(() => underWay.delete(path))
    underWay.set(path, work)
    return work
  }

  return {
    /** The page if it was checked within the last second; no waiting. From half a second on it is checked beside. */
    fresh(path: string): P | undefined {
      const entry = entries.get(path)
      const ageMs = entry ? deps.nowMs() - entry.checkedAtMs : CHECK_EVERY_MS
      if (!entry || ageMs >= CHECK_EVERY_MS) return undefined
      // A request after the failure gets the error.
      if (ageMs >= CHECK_AGAIN_AFTER_MS) void get(path).catch(() => undefined)
      // Moving it to the end is what makes the oldest the least recently used.
      store(path, entry)
      return entry.page
    },
    /** The page, checked or rendered again; every request during that time gets the same answer. */
    get,
  }
}
export type PageCache<P> = ReturnType<typeof createPageCache<P>>
