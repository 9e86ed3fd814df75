import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import { themeMode } from '../../../theme/theme-mode.ts'

const TOKENS = [
  'surface',
  'raised',
  'ink',
  'muted',
  'control',
  'iris',
  'iris-wash',
  'good',
  'bad',
  'page',
] as const
type Token = (typeof TOKENS)[number]

/** The current values of the page's tokens: Stripe's frame can read neither our style sheet nor the current theme. */
function readTokens(): Record<Token, string> {
  const probe = document.body.appendChild(document.createElement('span'))
  const read = (token: Token) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const tokens = Object.fromEntries(TOKENS.map(token => [token, read(token)])) as Record<Token, string>
  probe.remove()
  return tokens
}

const line = (width: string, colour: string) => [width, 'solid', colour].join(' ')

/** Makes Stripe's fields look like ours: the same colours, radii and heights, in light and in dark. */
export function stripeAppearance(): Appearance {
  const { surface, raised, ink, muted, control, iris, 'iris-wash': wash, good, bad, page } = readTokens()
  return {
    theme: themeMode.getSnapshot() === 'dark' ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily: '"Geist", Arial, sans-serif',
      fontSizeBase: '16px',
      fontWeightMedium: '540',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      borderRadius: '10px',
      colorPrimary: iris,
      colorBackground: surface,
      colorText: ink,
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorDanger: bad,
      colorSuccess: good,
      accessibleColorOnColorPrimary: page,
      iconColor: muted,
    },
    rules: {
      '.Label': { fontSize: '15px', fontWeight: '540', color: ink, marginBottom: '6px' },
      '.Input': { padding: '13px 14px', border: line('1px', control), boxShadow: 'none' },
      '.Input:focus': {
        border: line('1px', iris),
        boxShadow: 'none',
        outline: line('2px', iris),
        outlineOffset: '-1px',
      },
      '.Input--invalid': { border: line('1px', bad), boxShadow: 'none' },
      '.Error': { fontSize: '15px', color: bad },
      '.Tab': { border: line('1px', control), boxShadow: 'none', color: ink },
      '.Tab:hover': { backgroundColor: raised },
      '.Tab--selected': { border: line('1px', iris), backgroundColor: wash, boxShadow: 'none', color: ink },
      '.Block': { border: line('1px', control), boxShadow: 'none' },
    },
  }
}

/** Our font, which Stripe's frame loads from this site. */
export function stripeFonts(): CustomFontSource[] {
  const src = `url(${new URL(geist, window.location.href)})`
  return [{ family: 'Geist', src, weight: '100 900', display: 'swap' }]
}
