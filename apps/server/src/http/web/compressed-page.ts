import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFacts, WebEntry } from '@parley/web/public-data'
import { contentPolicy, pageHeaders } from './content-policy.ts'
import type { FirstView } from './first-view.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const BROTLI_QUALITY = 7

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it is sent: its bytes in each encoding, and the headers that belong to exactly these bytes. */
export interface CompressedPage {
  status: number
  etag: string
  /** Names and values in turn, as Node writes them. */
  headers: readonly string[]
  /** Its bytes in an encoding; only the first request for an encoding waits for them. */
  body: (encoding: Encoding) => Buffer | Promise<Buffer>
}

const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
const COMPRESS = {
  br: (identity: Buffer) => compressBrotli(identity, { params: PARAMS }),
  gzip: (identity: Buffer) => compressGzip(identity),
}

/**
 * Compresses a page for the encodings that somebody accepts, each once: most pages with search words are sent once, to
 * one browser.
 */
export function bodiesOf(identity: Buffer, compress = COMPRESS): CompressedPage['body'] {
  const made = new Map<Encoding, Buffer | Promise<Buffer>>()
  return encoding => {
    if (encoding === 'identity') return identity
    const known = made.get(encoding)
    if (known) return known
    const making = compress[encoding](identity).then(
      body => {
        made.set(encoding, body)
        return body
      },
      error => {
        // The next request tries again.
        made.delete(encoding)
        throw error
      },
    )
    made.set(encoding, making)
    return making
  }
}

/** Takes the text of the scripts that carry the nonce, and the nonce out of the page. */
export function separateScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  // Only scripts marked with this rendering's own nonce are believed: an injected one has none (attack: stored XSS).
  const marked = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([^<]*(?:<(?!/script)[^<]*)*)</script>`, 'gi')
  const scripts = [...html.matchAll(marked)].map(match => match[1] ?? '').filter(script => script !== '')
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), scripts }
}

export interface PageSource {
  entry: WebEntry
  site: SiteFacts
  /** Completes the first view of a rendered page. */
  firstView: (html: string, status: number) => FirstView
}

/** Hashes a rendered page once, and compresses it once for each encoding, so that sending it costs nothing. */
export function compressPage(
  source: PageSource,
  rendered: { html: string; status: number; nonce: string; indexing?: 'indexed' | 'not indexed' },
): CompressedPage {
  const { html: unstyled, scripts } = separateScripts(rendered.html, rendered.nonce)
  const { html, styles } = source.firstView(unstyled, rendered.status)
  const identity = Buffer.from(html)
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const headers = {
    ...pageHeaders(source.site.paymentProvider),
    'content-security-policy': contentPolicy(
      {
        scripts: [...source.entry.fixedScripts, ...scripts],
        styles: [...source.entry.fixedStyles, ...styles],
      },
      source.site,
    ),
    'content-type': 'text/html; charset=utf-8',
    ...(rendered.indexing === 'not indexed' ? { 'x-robots-tag': 'noindex' } : {}),
    etag,
  }
  return {
    status: rendered.status,
    etag,
    headers: Object.entries(headers).flat(),
    body: bodiesOf(identity),
  }
}

/** The smallest encoding that the browser says it takes (RFC 9110, 12.5.3); a weight of 0 means no. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const offers = new Set<string>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name, weight] = part.split(';')
    if (!/^\s*q=0(\.0*)?\s*$/.test(weight ?? '')) offers.add((name ?? '').trim())
  }
  if (offers.has('br')) return 'br'
  return offers.has('gzip') ? 'gzip' : 'identity'
}
