import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { newCall } from '../connection/call-state.ts'
import { createMicLevel } from '../devices/mic-level.ts'
import { NO_MEDIA } from '../devices/sources/media-snapshot.ts'
import { CallControls } from './call-controls.tsx'
import { WaitScreen } from './wait-screen.tsx'

const mic = createMicLevel({ createMeter: () => null })
const nothing = () => undefined
const labelsOf = (part: ReactNode) =>
  [...renderToStaticMarkup(part).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label)

it('until the other one comes, the page says for whom a person waits', () => {
  const call = newCall({ username: 'mia', isInfluencer: true })
  const page = renderToStaticMarkup(
    <WaitScreen call={call} media={NO_MEDIA} mic={mic} startsAt={null} onTurnOn={nothing} />,
  )
  expect(page).toContain('Waiting for @mia')
})

it.each([
  ['on', ['Mute microphone', 'Turn camera off', 'More', 'End call']],
  ['off', ['Unmute microphone', 'Turn camera on', 'More', 'End call']],
] as const)('a call has switches for microphone and camera, now %s, and its end', (state, labels) => {
  const controls = (
    <CallControls
      microphone={state}
      camera={state}
      mic={mic}
      onMicrophone={nothing}
      onCamera={nothing}
      onMore={nothing}
      onEnd={nothing}
    />
  )
  expect(labelsOf(controls)).toEqual(labels)
})
