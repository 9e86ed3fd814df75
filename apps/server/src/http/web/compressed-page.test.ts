import { describe, expect, it } from 'vitest'
import { chooseEncoding, separateScripts } from './compressed-page.ts'

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
