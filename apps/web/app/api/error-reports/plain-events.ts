import { isQuiet, placeOf } from './place.ts'

type Facts = Record<string, unknown>

const NAME = /^[A-Z][A-Za-z]{1,60}$/
const HEX = /^[0-9a-f-]{16,36}$/
/** A message of React's production build has the number of its explanation, which is a code. */
const REACT_CODE = /^Minified React error #(\d{1,4})/
const FUNCTION = /^[\w$.<>[\] ]{1,80}$/
const OPERATION = /^[a-z][a-z._-]{1,40}$/
const METHOD = /^(?:GET|POST|PATCH|PUT|DELETE|HEAD) /

const factsOf = (value: unknown): Facts =>
  typeof value === 'object' && value !== null ? (value as Facts) : {}
const listOf = (value: unknown): Facts[] => (Array.isArray(value) ? value.map(factsOf) : [])
const textIf = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** The fields that events of every kind may have. */
function frameOf(event: Facts): Facts {
  const { event_id, timestamp, start_timestamp, platform, level, environment } = event
  const sdk = { name: factsOf(event.sdk).name, version: factsOf(event.sdk).version }
  return { event_id, timestamp, start_timestamp, platform, level, environment, sdk, type: event.type }
}

function traceOf(event: Facts): Facts {
  const trace = factsOf(factsOf(event.contexts).trace)
  return {
    trace_id: textIf(trace.trace_id, HEX),
    span_id: textIf(trace.span_id, HEX),
    parent_span_id: textIf(trace.parent_span_id, HEX),
    op: textIf(trace.op, OPERATION),
    status: textIf(trace.status, OPERATION),
  }
}

/** Type, code and source positions of an error: never its message, which may contain personal data. */
export function plainError(event: Facts): Facts {
  const place = placeOf(String(event.transaction ?? ''))
  const replayId = textIf(
    factsOf(event.tags).replayId ?? factsOf(factsOf(event.contexts).replay).replay_id,
    HEX,
  )
  const quiet = isQuiet(place)
  return {
    ...frameOf(event),
    transaction: place,
    contexts: { trace: traceOf(event), ...(replayId && !quiet ? { replay: { replay_id: replayId } } : {}) },
    exception: {
      values: listOf(factsOf(event.exception).values).map(({ type, value, stacktrace, mechanism }) => ({
        type: textIf(type, NAME) ?? 'Error',
        value: REACT_CODE.exec(String(value ?? ''))?.[1] ?? '',
        mechanism: { type: 'generic', handled: factsOf(mechanism).handled === true },
        ...(quiet ? {} : { stacktrace: { frames: listOf(factsOf(stacktrace).frames).map(plainFrame) } }),
      })),
    },
  }
}

function plainFrame(frame: Facts): Facts {
  const { lineno, colno, in_app } = frame
  const filename = placeOf(String(frame.filename ?? ''))
  return { filename, function: textIf(frame.function, FUNCTION) ?? '?', lineno, colno, in_app }
}

/** The timing of a page load, with patterns for addresses; null on pages of calls and payments. */
export function plainTrace(event: Facts): Facts | null {
  const place = placeOf(String(event.transaction ?? ''))
  if (isQuiet(place)) return null
  return {
    ...frameOf(event),
    transaction: place,
    transaction_info: { source: 'route' },
    contexts: { trace: traceOf(event) },
    measurements: event.measurements,
    spans: listOf(event.spans).flatMap(plainSpan),
  }
}

function plainSpan(span: Facts): Facts[] {
  const op = textIf(span.op, OPERATION)
  if (!op || op.startsWith('resource')) return []
  const method = METHOD.exec(String(span.description ?? ''))?.[0]
  const place = method ? placeOf(String(span.description).slice(method.length)) : ''
  if (isQuiet(place)) return []
  const { span_id, parent_span_id, trace_id, start_timestamp, timestamp } = span
  return [
    {
      ...{ span_id, parent_span_id, trace_id, start_timestamp, timestamp, op },
      status: textIf(span.status, OPERATION),
      description: method ? `${method}${place}` : op,
    },
  ]
}

/** The metadata of a recording. */
export function plainReplay(event: Facts): Facts {
  const { replay_id, replay_type, segment_id, replay_start_timestamp, error_ids, trace_ids } = event
  const urls = Array.isArray(event.urls) ? event.urls.map(url => placeOf(String(url))) : []
  return {
    ...frameOf(event),
    ...{ replay_id, replay_type, segment_id, replay_start_timestamp, error_ids, trace_ids, urls },
  }
}
