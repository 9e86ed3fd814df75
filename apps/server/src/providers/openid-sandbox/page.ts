import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/escape-html.ts'
import { MADE_UP_PEOPLE } from './people.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; text-wrap: balance; }
.notice { margin: 0; padding: 0.5rem 0.75rem; border: 2px solid currentColor; border-radius: 0.5rem; font-weight: 600; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 2px solid #5138e0;
  border-radius: 0.625rem; background: Canvas; color: CanvasText; cursor: pointer; text-align: start; }
button span { display: block; font-weight: 400; font-size: 0.9375rem; overflow-wrap: anywhere; }
button[value=""] { border-color: #8a8496; text-align: center; }
button:focus-visible { outline: 3px solid #c8371b; outline-offset: 2px; }
`
const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but the page's own style loads, nobody frames it, and its form leads to this site alone. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
} as const

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice">Sandbox. Made-up people, no real accounts.</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`
}

/** Asks as whom to log in; `fields` travel on with the answer. */
export function chooserPage(networkTitle: string, fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const people = MADE_UP_PEOPLE.map(
    ({ id, email, givenName, familyName }) =>
      `<button name="person" value="${escapeHtml(id)}">${escapeHtml(`${givenName} ${familyName}`)}<span>${escapeHtml(email)}</span></button>`,
  )
  return page(
    `In place of ${networkTitle}`,
    `<p>This is not ${escapeHtml(networkTitle)}. This installation has no login with ${escapeHtml(networkTitle)}, so its sandbox
stands in for it: choose one of these made-up people. Nothing is asked of ${escapeHtml(networkTitle)}.</p>
<form method="post">
${[...hidden, ...people].join('\n')}
<button name="person" value="">Cancel</button>
</form>`,
  )
}

/** Why this visit leads nowhere. */
export function refusedPage(): string {
  return page('This login does not work', '<p>Go back to the site and start the login again.</p>')
}
