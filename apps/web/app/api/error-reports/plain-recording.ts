import { placeOf } from './place.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Attributes that decide about the look of a page; all others (addresses, titles, labels, values) may contain a name.
 */
const STYLE_ATTRIBUTES = new Set(
  'class style width height viewbox d fill stroke stroke-width stroke-linecap stroke-linejoin cx cy r x y x1 x2 y1 y2 points role type rel lang dir hidden disabled data-theme media _csstext rr_width rr_height'.split(
    ' ',
  ),
)
const STARS = /\S/g

/** Types of recorded events, as rrweb numbers them. */
const META = 4
const CUSTOM = 5

/** A recording as text, without its words, addresses and other attributes; null when it cannot be parsed. */
export function plainRecording(payload: string): string | null {
  const end = payload.indexOf('\n')
  if (end === -1) return null
  try {
    const events = JSON.parse(payload.slice(end + 1)) as Json
    if (!Array.isArray(events)) return null
    return `${payload.slice(0, end)}\n${JSON.stringify(events.flatMap(plainEvent))}`
  } catch {
    // What cannot be parsed cannot be made plain: nothing of it is sent.
    return null
  }
}

function plainEvent(event: Json): Json[] {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return []
  // Breadcrumbs and spans of the recording: clicks, requests and logs.
  if (event.type === CUSTOM) return []
  if (event.type !== META) return [plain(event)]
  const { href, width, height } = (event.data ?? {}) as { [key: string]: Json }
  return [
    {
      ...event,
      data: {
        href: `https://site.invalid${placeOf(String(href ?? ''))}`,
        width: width ?? 0,
        height: height ?? 0,
      },
    },
  ]
}

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key === 'attributes' && !Array.isArray(inner)) return [key, styleOf(inner)]
    // Styles keep their text: it is our own, and without it the layout is lost.
    const isText = key === 'textContent' || key === 'value' || key === 'text'
    if (isText && typeof inner === 'string')
      return [key, value.isStyle === true ? inner : inner.replace(STARS, '*')]
    return [key, plain(inner)]
  })
  return Object.fromEntries(entries)
}

function styleOf(attributes: Json): Json {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return {}
  const shown = Object.entries(attributes).filter(
    ([name, value]) => STYLE_ATTRIBUTES.has(name.toLowerCase()) && !hasAddress(value),
  )
  return Object.fromEntries(shown)
}

/** Attack: a style with the address of a person's image. */
const hasAddress = (value: Json): boolean =>
  /url\(\s*["']?(?!data:)/i.test(JSON.stringify(value)) && !/@font-face/.test(JSON.stringify(value))
