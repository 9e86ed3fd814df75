/** Where the own picture lies on the stage. */
export type Corner = 'top-left' | 'top-right' | 'bottom-right' | 'bottom-left'

const AROUND: readonly Corner[] = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

/** The corner that an arrow key leads to; the same one for any other key. */
export function cornerByKey(corner: Corner, key: string): Corner {
  const [row, column] = corner.split('-') as ['top' | 'bottom', 'left' | 'right']
  if (key === 'ArrowUp') return `top-${column}`
  if (key === 'ArrowDown') return `bottom-${column}`
  if (key === 'ArrowLeft') return `${row}-left`
  if (key === 'ArrowRight') return `${row}-right`
  return corner
}

/** The corner nearest to a point of the stage, both in the same units. */
export function nearestCorner(
  point: { x: number; y: number },
  stage: { width: number; height: number },
): Corner {
  const row = point.y < stage.height / 2 ? 'top' : 'bottom'
  return `${row}-${point.x < stage.width / 2 ? 'left' : 'right'}`
}

/** The next corner clockwise: what a press without dragging does. */
export function nextCorner(corner: Corner): Corner {
  return AROUND[(AROUND.indexOf(corner) + 1) % AROUND.length] ?? 'bottom-right'
}
