import { escapeHtml } from '../../core/escape-html.ts'
/** The content of a mail without its layout: plain text, escaped only where it is shown. */
export interface MailTemplate {
  subject: string
  /** One or two sentences that say the news. */
  news: string[]
  /** The facts of it, as a list. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** What happens next. */
  next: string[]
  /** The one thing to do; a path of this site. */
  action?: { label: string; path: string }
  small?: string[]
}

export interface MailFrame {
  firstName: string
  publicOrigin: string
  /** Null for a person who has no account any more. */
  settingsUrl: string | null
  /** Whether the switches of the reader decide about mails like this one. */
  isOptional: boolean
}

/** A mail template as plain text and as HTML, saying the same. */
export function renderMail(template: MailTemplate, frame: MailFrame): { text: string; html: string } {
  return { text: writeText(template, frame), html: writeHtml(template, frame) }
}

function footer({ isOptional, settingsUrl }: MailFrame): string {
  if (settingsUrl === null) return 'Nothing more comes to this address.'
  return isOptional
    ? 'You choose which mails come in your settings:'
    : 'This mail belongs to your account and always comes. Which others come you choose in your settings:'
}

function writeText(template: MailTemplate, frame: MailFrame): string {
  const { facts = [], action, small = [] } = template
  const blocks = [
    `Hello ${oneLine(frame.firstName)},`,
    ...template.news,
    facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n'),
    ...template.next,
    action ? `${action.label}:\n${frame.publicOrigin}${action.path}` : '',
    ...small,
    `Parley\n${frame.publicOrigin}`,
    [footer(frame), frame.settingsUrl ?? ''].join('\n').trim(),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

/** A name stays on its line. Attack: a title that draws a second "Paid" line under itself. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const FONT = "font-family:'Segoe UI',system-ui,-apple-system,sans-serif"
const paragraph = (text: string, style = '') =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

function writeHtml(template: MailTemplate, frame: MailFrame): string {
  const { facts = [], action, small = [] } = template
  const origin = escapeHtml(frame.publicOrigin)
  const link = (path: string) => escapeHtml(`${frame.publicOrigin}${path}`)
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:400;color:#55506b;vertical-align:top">${escapeHtml(name)}</th><td style="padding:4px 0;font-weight:600">${escapeHtml(oneLine(value))}</td></tr>`,
  )
  const settings = frame.settingsUrl
    ? ` <a href="${escapeHtml(frame.settingsUrl)}" style="color:#55506b">notifications</a>`
    : ''
  const body = [
    paragraph(`Hello ${oneLine(frame.firstName)},`),
    ...template.news.map(text => paragraph(text)),
    facts.length > 0
      ? `<table style="margin:0 0 16px;border-collapse:collapse;font-size:16px">${rows.join('')}</table>`
      : '',
    ...template.next.map(text => paragraph(text)),
    action
      ? `<p style="margin:0 0 24px"><a href="${link(action.path)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#5138e0;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`
      : '',
    ...small.map(text => paragraph(text, 'font-size:14px;color:#55506b')),
  ]
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(template.subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f6f4fb;color:#1c1633;font-size:16px;line-height:1.5;${FONT}">
<main style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">
${body.filter(block => block !== '').join('\n')}
</main>
<footer style="max-width:560px;margin:16px auto 0;padding:0 24px;font-size:14px;color:#55506b">
<p style="margin:0 0 8px"><a href="${origin}/" style="color:#55506b">Parley</a></p>
<p style="margin:0">${escapeHtml(footer(frame))}${settings}</p>
</footer>
</body>
</html>
`
}
