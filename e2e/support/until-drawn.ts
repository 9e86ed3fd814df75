/**
 * In the page: resolves when it was drawn. Before that, a part that is laid out only near the window has the width that
 * it had.
 */
export const untilDrawn = () =>
  new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
