import { type ReactNode, useEffect, useState } from 'react'
import { msg, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { type Light, watchCameraLight } from '../../../video/low-light.ts'
import { type ConnectionGrade, createConnectionCheck } from './connection-check.ts'
import css from './findings.module.css'
import { LevelMeter } from './level-meter.tsx'
import type { LocalMediaSnapshot } from './local-media.ts'
import type { MicLevel } from './mic-level.ts'

export interface Finding {
  is: 'good' | 'open' | 'bad'
  /** In English. */
  text: string
}

/** The finding about the person's own camera. */
export function cameraFinding({ stream, camera, videoAllowed }: LocalMediaSnapshot): Finding {
  if (camera === 'off') return { is: 'open', text: msg('Your camera is off.') }
  const [track] = stream?.getVideoTracks() ?? []
  if (track?.muted)
    return { is: 'bad', text: msg('Your camera gives no picture: your device has paused it.') }
  if (track) return { is: 'good', text: msg('Your camera works.') }
  if (!videoAllowed) return { is: 'bad', text: msg('Your camera is blocked.') }
  return { is: 'bad', text: msg('No camera was found.') }
}

/** Whether there is light enough on the person's own video, while it is open. */
function useLight({ stream, camera }: LocalMediaSnapshot): Light {
  const track = camera === 'on' ? (stream?.getVideoTracks()[0] ?? null) : null
  const [light, setLight] = useState<Light>('enough')
  useEffect(() => {
    if (!track) return
    const watch = watchCameraLight(track)
    const unsubscribe = watch.subscribe(() => setLight(watch.getSnapshot()))
    return () => {
      unsubscribe()
      watch.stop()
      setLight('enough')
    }
  }, [track])
  return light
}

const LOW_LIGHT: Finding = {
  is: 'open',
  text: msg('Your camera works, but your picture is dark. Face a window or a lamp.'),
}

/** The line about the person's own camera. */
export function CameraFound({ devices }: { devices: LocalMediaSnapshot }) {
  const light = useLight(devices)
  const finding = cameraFinding(devices)
  return <Found finding={finding.is === 'good' && light === 'low' ? LOW_LIGHT : finding} />
}

/** The finding about the person's own microphone. */
export function microphoneFinding(devices: LocalMediaSnapshot, detected: 'heard' | 'unheard'): Finding {
  if (devices.microphone === 'off') return { is: 'open', text: msg('Your microphone is off.') }
  if (devices.stream?.getAudioTracks()[0]?.muted)
    return { is: 'bad', text: msg('Your microphone gives no sound: your device has paused it.') }
  if (detected === 'heard') return { is: 'good', text: msg('Your microphone hears you.') }
  if ((devices.stream?.getAudioTracks().length ?? 0) > 0)
    return { is: 'open', text: msg('Say something aloud.') }
  if (!devices.audioAllowed) return { is: 'bad', text: msg('Your microphone is blocked.') }
  return { is: 'bad', text: msg('No microphone was found.') }
}

const connections: Readonly<Record<ConnectionGrade, Finding>> = {
  measuring: { is: 'open', text: msg('Checking your connection.') },
  good: { is: 'good', text: msg('Your connection is good.') },
  weak: {
    is: 'open',
    text: msg('Your connection is weak. Move closer to your Wi-Fi, or begin without camera.'),
  },
  none: { is: 'bad', text: msg('No connection. Check your network.') },
}

/** One finding, with an icon that does not rely on colour alone. */
export function Found({ finding, children }: { finding: Finding; children?: ReactNode }) {
  return (
    <li className={css.finding} data-is={finding.is}>
      <span className={css.mark} aria-hidden="true" />
      <span>{t(finding.text)}</span>
      {children && <span className={css.more}>{children}</span>}
    </li>
  )
}

interface ConnectionFoundProps {
  /** Must stay the same function. */
  probe: () => Promise<number | null>
  /** In English: what is known to be wrong; it replaces what is measured. */
  trouble?: string | null
}

/** The quality of the connection, measured while this is shown. */
export function ConnectionFound({ probe, trouble = null }: ConnectionFoundProps) {
  const [{ grade, roundTripMs }, setNow] = useState<{ grade: ConnectionGrade; roundTripMs: number | null }>({
    grade: 'measuring',
    roundTripMs: null,
  })
  useEffect(() => {
    const check = createConnectionCheck(probe)
    const unsubscribe = check.subscribe(() => setNow(check.getSnapshot()))
    return () => {
      unsubscribe()
      check.stop()
    }
  }, [probe])
  return (
    <Found finding={trouble === null ? connections[grade] : { is: 'bad', text: trouble }}>
      {roundTripMs !== null && (
        <span className={css.figure} aria-hidden="true">
          {t('{milliseconds} ms', { milliseconds: roundTripMs })}
        </span>
      )}
    </Found>
  )
}

/** The lines of what was found. */
export function Findings({ children }: { children: ReactNode }) {
  return (
    <ul className={css.findings} aria-live="polite">
      {children}
    </ul>
  )
}

/** Whether the microphone has heard anything loud since this was first shown. */
export function useLoudOnce(
  mic: Parameters<typeof useStore<{ voice: 'loud' | 'quiet' }>>[0],
): 'heard' | 'unheard' {
  const { voice } = useStore(mic)
  const [detected, setDetected] = useState<'heard' | 'unheard'>('unheard')
  useEffect(() => {
    if (voice === 'loud') setDetected('heard')
  }, [voice])
  return detected
}

interface DeviceFindingsProps {
  devices: LocalMediaSnapshot
  mic: MicLevel
  /** The style of the sentence while the browser asks for permission. */
  sentence: string | undefined
  /** Further findings, such as that of the connection. */
  children: ReactNode
}

/** What was found of the person's own camera and microphone; while the browser asks for permission, only that. */
export function DeviceFindings({ devices, mic, sentence, children }: DeviceFindingsProps) {
  const detected = useLoudOnce(mic)
  return (
    <div className={css.place}>
      {devices.phase === 'requesting' ? (
        <p className={sentence}>{t('Allow camera and microphone when your browser asks.')}</p>
      ) : (
        <Findings>
          <CameraFound devices={devices} />
          <Found finding={microphoneFinding(devices, detected)}>
            {devices.microphone === 'on' && devices.audioAllowed && <LevelMeter mic={mic} />}
          </Found>
          {children}
        </Findings>
      )}
    </div>
  )
}
