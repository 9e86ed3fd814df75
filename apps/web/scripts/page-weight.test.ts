import { expect, test } from 'vitest'
import { weighPages } from './page-weight.ts'

/** Compressed by Brotli, and a tenth more than today; the scripts of both pages start after the first view. */
const LIMITS = {
  landing: { jsBrotliBytes: 158_000, cssBrotliBytes: 23_200, fontBytes: 78_000 },
  profile: { jsBrotliBytes: 188_000, cssBrotliBytes: 23_200, fontBytes: 78_000 },
} as const

test.each(['landing', 'profile'] as const)('what %s downloads stays within its bytes', async page => {
  const weight = (await weighPages()).find(each => each.page === page)
  if (!weight) throw new Error(`nobody weighed ${page}`)
  for (const part of ['jsBrotliBytes', 'cssBrotliBytes', 'fontBytes'] as const) {
    expect(weight[part], part).toBeLessThanOrEqual(LIMITS[page][part])
    expect(weight[part], part).toBeGreaterThan(LIMITS[page][part] / 2)
  }
})
