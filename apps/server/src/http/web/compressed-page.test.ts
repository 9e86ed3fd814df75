import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bodiesOf, chooseEncoding, separateScripts } from './compressed-page.ts'

describe('the scripts of a page', () => {
  it('count only when they carry the mark of this rendering', () => {
    const page =
      '<script nonce="abc">good()</script><script>evil()</script><script nonce="old">evil()</script>'
    expect(separateScripts(page, 'abc').scripts).toEqual(['good()'])
  })

  it('lose the mark, so that nobody can read it off a page', () => {
    expect(separateScripts('<link nonce="abc" href="/x"><script nonce="abc">a</script>', 'abc').html).toBe(
      '<link href="/x"><script>a</script>',
    )
  })

  it('may hold a less-than sign and other attributes', () => {
    const page = '<script type="module" nonce="abc" async="">if (1 < 2) a("<b>")</script>'
    expect(separateScripts(page, 'abc').scripts).toEqual(['if (1 < 2) a("<b>")'])
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a browser that accepts %s gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

describe('the bytes of a page', () => {
  const page = Buffer.from('<p>all</p>')

  it('are compressed only for encodings that somebody accepts, each once', async () => {
    const made: string[] = []
    const compressTo = (encoding: string) => async () => {
      made.push(encoding)
      return Buffer.from(encoding)
    }
    const body = bodiesOf(page, { br: compressTo('br'), gzip: compressTo('gzip') })
    expect(body('identity')).toBe(page)
    expect(made).toEqual([])
    expect((await Promise.all([body('br'), body('br')])).map(String)).toEqual(['br', 'br'])
    // Later ones need not wait.
    expect(String(body('br'))).toBe('br')
    expect(made).toEqual(['br'])
    expect(gunzipSync(await bodiesOf(page)('gzip'))).toEqual(page)
  })

  it('are compressed again after a failure', async () => {
    let tries = 0
    const compressAtLast = async () => {
      tries++
      if (tries === 1) throw new Error('no memory')
      return page
    }
    const body = bodiesOf(page, { br: compressAtLast, gzip: compressAtLast })
    await expect(body('gzip')).rejects.toThrow('no memory')
    expect(await body('gzip')).toBe(page)
  })
})
