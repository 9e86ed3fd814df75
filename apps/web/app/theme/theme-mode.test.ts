import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FIRST_PAINT_SCRIPT, themeMode } from './theme-mode.ts'

/** A browser with this in its storage, whose system is light or dark. */
function openBrowser(stored: Record<string, string>, system: 'light' | 'dark') {
  const values = new Map(Object.entries(stored))
  const browser = {
    document: { documentElement: { dataset: {} as Record<string, string> } },
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    },
    location: { search: '' },
    window: { matchMedia: () => ({ matches: system === 'dark' }) },
  }
  return { ...browser, values, shown: () => browser.document.documentElement.dataset.theme }
}

describe('the theme of a page', () => {
  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['sepia', undefined],
  ])('is before the first paint the stored one, light or dark: of %s it is %s', (stored, shown) => {
    const browser = openBrowser({ themeMode: stored }, 'light')
    runInContext(FIRST_PAINT_SCRIPT, createContext(browser))
    expect(browser.shown()).toBe(shown)
  })
})

describe('choosing a theme', () => {
  let browser: ReturnType<typeof openBrowser>
  beforeEach(() => {
    browser = openBrowser({}, 'dark')
    for (const name of ['document', 'localStorage', 'window'] as const) vi.stubGlobal(name, browser[name])
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('begins with the one of the system, and stores the chosen one as themeMode', () => {
    expect(themeMode.getSnapshot()).toBe('dark')
    themeMode.choose('light')
    expect([themeMode.getSnapshot(), browser.shown()]).toEqual(['light', 'light'])
    expect([...browser.values]).toEqual([['themeMode', 'light']])
  })
})
