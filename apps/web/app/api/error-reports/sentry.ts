import { REPLAY_ON_ERROR_SAMPLE_RATE, REPLAY_SAMPLE_RATE, TRACES_SAMPLE_RATE } from '@parley/contract'
import {
  browserTracingIntegration,
  dedupeIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import { isQuiet, placeOf } from './place.ts'
import { plainTransport } from './plain-transport.ts'

const here = () => placeOf(location.pathname)

/** Reports errors, page timings and recordings to Sentry, all without text and names. */
export function startSentry(dsn: string): void {
  const recorder = isQuiet(here()) ? undefined : replay()
  const tracing = browserTracingIntegration({
    beforeStartSpan: span => ({ ...span, name: placeOf(span.name) }),
  })
  init({
    dsn,
    environment: import.meta.env.DEV ? 'development' : 'production',
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      dedupeIntegration(),
      tracing,
      ...(recorder ? [recorder] : []),
    ],
    transport: plainTransport(makeFetchTransport),
    traceLifecycle: 'static',
    tracesSampleRate: TRACES_SAMPLE_RATE,
    replaysSessionSampleRate: REPLAY_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_SAMPLE_RATE,
    tracePropagationTargets: [/^\/(?!\/)/],
    maxBreadcrumbs: 0,
    sendClientReports: false,
    beforeSend: event => ({ ...event, transaction: here() }),
  })
  if (recorder) stopWhenQuiet(() => void recorder.stop())
}

function replay() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // In dialogs and forms people pay and write.
    block: ['form', 'dialog', '[role="dialog"]', '[role="alertdialog"]', 'iframe'],
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    // Its worker would need a blob address; without compression the recording can be read and cleaned here.
    useCompression: false,
  })
}

/** Stops a recording before a page of a call or a payment is drawn, until the next visit. */
function stopWhenQuiet(stop: () => void): void {
  const check = () => {
    if (isQuiet(here())) stop()
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history)
    history[name] = (...args: Parameters<History['pushState']>) => {
      change(...args)
      check()
    }
  }
  addEventListener('popstate', check)
}
