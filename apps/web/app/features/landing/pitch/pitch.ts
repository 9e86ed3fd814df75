import { CAPTION_ROTATION_MS } from '@parley/contract/constants'
import { createMediaCount } from './media-count.ts'
import { createRotation, type RotationSnapshot } from './rotation.ts'

const deps = {
  nowMs: () => performance.now(),
  after(work: () => void, delayMs: number) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Replaces an element by its copy, so that its animation begins again. */
function renew<T extends Element>(element: T): T {
  const copy = element.cloneNode(true) as T
  element.replaceWith(copy)
  return copy
}

/** Finds the parts of the pitch, which `PitchLine` and `Preview` mark. */
function partsOf(hero: Element) {
  function part<T extends Element>(name: string): T {
    const found = hero.querySelector<T>(`[data-pitch=${name}]`)
    if (!found) throw new Error(`the pitch has no ${name}`)
    return found
  }
  const film = part<HTMLVideoElement>('film')
  const images = [...hero.querySelectorAll<HTMLImageElement>('img[data-caption]')]
  return {
    preview: part<HTMLElement>('preview'),
    caption: part<HTMLElement>('caption'),
    arc: part<HTMLElement>('arc'),
    button: part<HTMLButtonElement>('button'),
    slides: [...images, film],
    images,
    film,
  }
}
type Parts = ReturnType<typeof partsOf>

/** Shows a moment of the rotation. */
function show(parts: Parts, { index, started, paused, pitchShown }: RotationSnapshot): void {
  const { preview, slides, film, button, arc } = parts
  preview.toggleAttribute('data-turning', started)
  preview.toggleAttribute('data-paused', paused)
  const label = (paused ? button.dataset.play : button.dataset.pause) ?? ''
  button.title = label
  button.ariaLabel = label
  if (!slides[index]?.hasAttribute('data-shown')) {
    for (const [nth, slide] of slides.entries()) slide.toggleAttribute('data-shown', nth === index)
    arc.style.setProperty('--nth', String(index))
    // The ring turns by itself, and is at the start of the slide's part when the slide is shown.
    for (const animation of arc.getAnimations({ subtree: true }))
      animation.currentTime = index * CAPTION_ROTATION_MS
  }
  // Before the captions begin, and beside the film, the line has the film's text.
  const caption = (pitchShown ? slides[index] : film)?.dataset.caption ?? ''
  if (parts.caption.textContent !== caption) {
    parts.caption = renew(parts.caption)
    parts.caption.textContent = caption
  }
  if (index !== slides.indexOf(film) || paused) film.pause()
  // A browser that saves power refuses to play: the first frame stays.
  else film.play().catch(() => undefined)
}

/** Loads the pictures that the first view does not show, and then the film. */
function loadMedia({ slides, images, film }: Parts, onAll: () => void): void {
  const isThere = createMediaCount<Element>(slides.length, onAll)
  const isImageThere = createMediaCount<Element>(images.length, () => {
    film.preload = 'auto'
  })
  function imageThere(image: Element) {
    isThere(image)
    isImageThere(image)
  }
  film.addEventListener('loadeddata', () => isThere(film))
  film.poster = film.dataset.poster ?? ''
  for (const image of images) {
    image.addEventListener('load', () => imageThere(image))
    if (image.dataset.src) image.src = image.dataset.src
    if (image.complete && image.naturalWidth > 0) imageThere(image)
  }
}

/**
 * Moves the pitch: its captions, pictures, film and ring. It needs nothing of React, so the pitch moves before the
 * page's code runs, and React, which draws it once, does not draw it again. Nothing moves and nothing is loaded before
 * the first view is complete. Returns the function that stops it.
 */
export function runPitch(hero: Element): () => void {
  const parts = partsOf(hero)
  const rotation = createRotation({ ...deps, slides: parts.slides.length })
  let stop: (() => void) | undefined
  function begin(motion: 'full' | 'reduced') {
    loadMedia(parts, rotation.mediaLoaded)
    stop = rotation.start(motion)
  }
  function beginOnLoad() {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!stop) begin(isStill ? 'reduced' : 'full')
  }
  function press() {
    // Pressed before anything moves, so nothing shall.
    if (!stop) begin('reduced')
    else rotation.togglePause()
  }
  const unsubscribe = rotation.subscribe(() => show(parts, rotation.getSnapshot()))
  show(parts, rotation.getSnapshot())
  parts.button.addEventListener('click', press)
  if (document.readyState === 'complete') beginOnLoad()
  else addEventListener('load', beginOnLoad)
  return () => {
    removeEventListener('load', beginOnLoad)
    parts.button.removeEventListener('click', press)
    unsubscribe()
    stop?.()
  }
}
