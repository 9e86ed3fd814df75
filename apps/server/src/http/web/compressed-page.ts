import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFacts, WebEntry } from '@parley/web/public-data'
import { contentPolicy, pageHeaders } from './content-policy.ts'
import type { FirstView } from './first-view.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const BROTLI_QUALITY = 6

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it is sent: its bytes in each encoding, and the headers that belong to exactly these bytes. */
export interface CompressedPage {
  status: number
  etag: string
  /** Names and values in turn, as Node writes them. */
  headers: readonly string[]
  bodies: Readonly<Record<Encoding, Buffer>>
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

/** Hashes and compresses a rendered page once, so that sending it costs nothing. */
export async function compressPage(
  source: PageSource,
  rendered: { html: string; status: number; nonce: string; indexing?: 'indexed' | 'not indexed' },
): Promise<CompressedPage> {
  const { html: unstyled, scripts } = separateScripts(rendered.html, rendered.nonce)
  const { html, styles } = source.firstView(unstyled, rendered.status)
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, zipped] = await Promise.all([compressBrotli(identity, { params }), compressGzip(identity)])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const headers = {
    ...pageHeaders(source.site.paymentProvider),
    'content-security-policy': contentPolicy(
      { scripts: [...source.entry.fixedScripts, ...scripts], styles },
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
    bodies: { br, gzip: zipped, identity },
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
