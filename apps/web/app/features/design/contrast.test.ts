import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COLOUR_PAIRS, contrast, contrastOf } from './contrast.ts'
import { readTokens } from './tokens.ts'

const css = await readFile(fileURLToPath(new URL('../../theme/tokens.css', import.meta.url)), 'utf8')
const themes = readTokens(css)

describe('colours', () => {
  it('are told apart as the standard measures it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it.each(['light', 'dark'] as const)('can be read on what they stand on in the %s theme', theme => {
    const weak = COLOUR_PAIRS.filter(pair => !(contrastOf(pair, themes[theme]) >= pair.leastRatio))
    expect(weak).toEqual([])
  })

  it('are the same dark ones whether chosen by hand or by the device', () => {
    const [, chosen = '', device = ''] = css.split('@media screen')
    const colours = (block: string) => [...block.matchAll(/--[\w-]+:\s*[^;]+;/g)].map(([line]) => line)
    expect(colours(chosen).length).toBeGreaterThan(10)
    expect(colours(chosen)).toEqual(colours(device))
  })
})
