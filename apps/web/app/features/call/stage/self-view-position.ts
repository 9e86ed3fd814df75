/** Where one's own video lies on the stage. */
export type SelfViewPosition = 'top-left' | 'top-right' | 'bottom-right' | 'bottom-left'

const AROUND: readonly SelfViewPosition[] = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

/** The corner that an arrow key leads to; the same one for any other key. */
export function positionByKey(position: SelfViewPosition, key: string): SelfViewPosition {
  const [row, column] = position.split('-') as ['top' | 'bottom', 'left' | 'right']
  if (key === 'ArrowUp') return `top-${column}`
  if (key === 'ArrowDown') return `bottom-${column}`
  if (key === 'ArrowLeft') return `${row}-left`
  if (key === 'ArrowRight') return `${row}-right`
  return position
}

/** The corner nearest to a point of the stage, both in the same units. */
export function nearestPosition(
  point: { x: number; y: number },
  stage: { width: number; height: number },
): SelfViewPosition {
  const row = point.y < stage.height / 2 ? 'top' : 'bottom'
  return `${row}-${point.x < stage.width / 2 ? 'left' : 'right'}`
}

/** The next corner clockwise: what a press without dragging does. */
export function nextPosition(position: SelfViewPosition): SelfViewPosition {
  return AROUND[(AROUND.indexOf(position) + 1) % AROUND.length] ?? 'bottom-right'
}
