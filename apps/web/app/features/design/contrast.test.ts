import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COLOUR_PAIRS, contrast, contrastOf, WORDS_LEAST_RATIO } from './contrast.ts'
import { readTokens } from './tokens.ts'

const APP = fileURLToPath(new URL('../../', import.meta.url))
const css = await readFile(join(APP, 'theme/tokens.css'), 'utf8')
const themes = readTokens(css)

describe('colours', () => {
  it('have the contrast ratio that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it.each(['light', 'dark'] as const)('have enough contrast with their background in the %s theme', theme => {
    const weak = COLOUR_PAIRS.filter(pair => !(contrastOf(pair, themes[theme]) >= pair.leastRatio))
    expect(weak).toEqual([])
  })

  it.each(['scrim', 'glass'])(
    'of text on video have enough contrast on %s, also over the brightest video',
    name => {
      const [red = 0, green = 0, blue = 0, percent = 0] = (themes.dark.get(name)?.match(/\d+/g) ?? []).map(
        Number,
      )
      const overWhite = [red, green, blue].map(part => Math.round(255 + ((part - 255) * percent) / 100))
      const ground = `#${overWhite.map(part => part.toString(16).padStart(2, '0')).join('')}`
      expect(contrast(themes.dark.get('on-stage') ?? '', ground)).toBeGreaterThanOrEqual(WORDS_LEAST_RATIO)
    },
  )

  it('come for each theme from one list', () => {
    const { light, dark } = readTokens(
      '--a: light-dark(#fff, rgb(0 0 0 / 8%)); --b: 1px light-dark(red, blue);',
    )
    expect([...light]).toEqual([
      ['a', '#fff'],
      ['b', '1px red'],
    ])
    expect([...dark]).toEqual([
      ['a', 'rgb(0 0 0 / 8%)'],
      ['b', '1px blue'],
    ])
  })

  it('are defined only in the list of tokens', async () => {
    const files = (await readdir(APP, { recursive: true })).filter(
      file => file.endsWith('.css') && file !== join('theme', 'tokens.css'),
    )
    expect(files.length).toBeGreaterThan(40)
    const stated = await Promise.all(
      files.map(async file => {
        const css = await readFile(join(APP, file), 'utf8')
        return [...css.matchAll(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi)].map(
          ([colour]) => `${file}: ${colour}`,
        )
      }),
    )
    expect(stated.flat()).toEqual([])
  })
})
