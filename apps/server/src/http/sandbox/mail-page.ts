import type { Page } from '@parley/contract'
import { escapeHtml } from '../../core/escape-html.ts'

export interface ShownMail {
  id: string
  kind: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content_type: string; content: string }[]
  at: string
}

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { box-sizing: border-box; max-width: 48rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; }
h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
.notice { padding: 0.5rem 0.75rem; border: 2px solid currentColor; border-radius: 0.5rem; font-weight: 600; }
ol { list-style: none; margin: 0; padding: 0; }
li { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
li p { margin: 0.25rem 0 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 1rem; margin-top: 1rem; }
a { color: inherit; text-underline-offset: 0.15em; }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
`

function item({ id, kind, to, subject, at }: ShownMail): string {
  const href = `/sandbox/mail/${escapeHtml(id)}/`
  return `<li>
<h2><a href="${href}">${escapeHtml(subject)}</a></h2>
<p>To ${escapeHtml(to)} · ${escapeHtml(kind)} · <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time></p>
<p><a href="${href}?as=text" aria-label="${escapeHtml(subject)}: as plain text">Plain text</a></p>
</li>`
}

/** The mails sent, as a small page without scripts. */
export function mailListPage(mails: Page<ShownMail>): string {
  const links = [
    mails.previous ? `<a href="${escapeHtml(mails.previous)}" rel="prev">Newer mails</a>` : '',
    mails.next ? `<a href="${escapeHtml(mails.next)}" rel="next">Older mails</a>` : '',
  ].join('')
  const list =
    mails.results.length > 0 ? `<ol>${mails.results.map(item).join('\n')}</ol>` : '<p>None yet.</p>'
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mails</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="notice">Test mode. These mails were kept here instead of being sent.</p>
<h1>Mails: ${mails.count}</h1>
${list}
${links ? `<nav aria-label="Pages">${links}</nav>` : ''}
</main>
</body>
</html>
`
}
