import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { msg, t } from '../../../language/text.ts'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import css from '../devices/self-view/self-view.module.css'
import { SelfView, unseenWords } from '../devices/self-view/self-view.tsx'
import { nearestPosition, nextPosition, positionByKey, type SelfViewPosition } from './self-view-position.ts'

/** A finger that moves less than this has pressed, not dragged. */
const DRAG_FROM_PX = 6

/** In English. */
const POSITIONS: Readonly<Record<SelfViewPosition, string>> = {
  'top-left': msg('top left'),
  'top-right': msg('top right'),
  'bottom-left': msg('bottom left'),
  'bottom-right': msg('bottom right'),
}

const whereText = (position: SelfViewPosition) =>
  t('Your picture, {corner}. Press, drag or use the arrow keys to move it', {
    corner: t(POSITIONS[position]),
  })

interface Drag {
  fromX: number
  fromY: number
  hasMoved: boolean
}

/** One's own video in a corner of the stage: dragged, moved with arrow keys, or pressed to go one corner on. */
export function MovableSelfView({ media }: { media: LocalMediaSnapshot }) {
  const [position, setPosition] = useState<SelfViewPosition>('bottom-right')
  const drag = useRef<Drag | null>(null)

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    drag.current = { fromX: event.clientX, fromY: event.clientY, hasMoved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    const held = drag.current
    if (!held) return
    const x = event.clientX - held.fromX
    const y = event.clientY - held.fromY
    if (!held.hasMoved && Math.hypot(x, y) < DRAG_FROM_PX) return
    held.hasMoved = true
    event.currentTarget.dataset.held = ''
    event.currentTarget.style.translate = [x, y].map(each => `${each}px`).join(' ')
  }
  function onPointerEnd(event: PointerEvent<HTMLButtonElement>) {
    const selfView = event.currentTarget
    if (!drag.current?.hasMoved) return
    const box = selfView.getBoundingClientRect()
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    setPosition(nearestPosition(middle, { width: innerWidth, height: innerHeight }))
    delete selfView.dataset.held
    selfView.style.translate = ''
  }
  function onClick() {
    if (!drag.current?.hasMoved) setPosition(nextPosition)
    drag.current = null
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = positionByKey(position, event.key)
    if (next === position) return
    event.preventDefault()
    setPosition(next)
  }
  return (
    <button
      type="button"
      className={css.movable}
      data-corner={position}
      data-sharing={media.sharing !== 'off' || undefined}
      aria-label={[unseenWords(media), whereText(position)].filter(Boolean).join('. ')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <SelfView media={media} />
    </button>
  )
}
