import type { makeFetchTransport } from '@sentry/browser'
import { plainError, plainReplay, plainTrace } from './plain-events.ts'
import { plainRecording } from './plain-recording.ts'

type MakeTransport = typeof makeFetchTransport
type Transport = ReturnType<MakeTransport>
type Envelope = Parameters<Transport['send']>[0]
type Item = [{ type?: string } & Record<string, unknown>, unknown]

/**
 * The only way to Sentry: of all that the SDK collects, only cleaned events are sent, and unknown kinds are dropped.
 */
export function plainTransport(make: MakeTransport): MakeTransport {
  return options => {
    const transport = make(options)
    return {
      send: async envelope => {
        const plain = plainEnvelope(envelope)
        return plain ? transport.send(plain) : {}
      },
      flush: timeout => transport.flush(timeout),
    }
  }
}

function plainEnvelope(envelope: Envelope): Envelope | null {
  const [header, items] = envelope as unknown as [Record<string, unknown>, Item[]]
  const { event_id, sent_at, sdk } = header
  const plain = items.map(plainItem)
  // A recording and its metadata are useless without each other.
  if (plain.length === 0 || plain.includes(null)) return null
  return [{ event_id, sent_at, sdk }, plain] as unknown as Envelope
}

function plainItem([header, payload]: Item): Item | null {
  const facts = payload as Record<string, unknown>
  switch (header.type) {
    case 'event':
      return [{ type: 'event' }, plainError(facts)]
    case 'transaction': {
      const trace = plainTrace(facts)
      return trace && [{ type: 'transaction' }, trace]
    }
    case 'replay_event':
      return [{ type: 'replay_event' }, plainReplay(facts)]
    case 'replay_recording': {
      const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload as Uint8Array)
      const recording = plainRecording(text)
      if (recording === null) return null
      const bytes = new TextEncoder().encode(recording)
      return [{ type: 'replay_recording', length: bytes.length }, bytes]
    }
    default:
      return null
  }
}
