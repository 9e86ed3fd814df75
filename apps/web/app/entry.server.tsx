import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { publicDataContext, scriptNonceContext } from './contexts.server.ts'
import { PITCH_SCRIPT } from './features/landing/pitch/early-pitch.ts'
import { loadLanguage } from './language/catalogues.ts'
import { type ActiveLanguage, ENGLISH, readLanguageFrom } from './language/text.ts'
import type { WebEntry } from './public-data.ts'
import { PAGE_START_SCRIPT } from './start/page-start.ts'
import FONTS from './theme/fonts.css?inline'
import { FIRST_PAINT_SCRIPT } from './theme/theme-mode.ts'

const RENDER_TIMEOUT_MS = 5_000

/** Pages of several languages may be rendered at once: each rendering has its own language. */
const renderedIn = new AsyncLocalStorage<ActiveLanguage>()
readLanguageFrom(() => renderedIn.getStore() ?? ENGLISH)

/** The renderer of this build; React contexts only match within one build. */
export function createWebEntry(build: ServerBuild): WebEntry {
  const handle = createRequestHandler(build, import.meta.env.DEV ? 'development' : 'production')
  return {
    fixedScripts: [FIRST_PAINT_SCRIPT, PAGE_START_SCRIPT, PITCH_SCRIPT],
    fixedStyles: [FONTS],
    async render(request, input) {
      const context = new RouterContextProvider()
      context.set(publicDataContext, input.publicData)
      context.set(scriptNonceContext, input.nonce)
      return renderedIn.run(await loadLanguage(input.language), () => handle(request, context))
    },
  }
}

/** Renders the complete page (all data are there, nothing is streamed later): it is hashed, compressed and cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(scriptNonceContext)
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          pipe(body)
          const finalStatus = failed ? 500 : status
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }))
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          failed = true
          console.error(error)
        },
      },
    )
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}
