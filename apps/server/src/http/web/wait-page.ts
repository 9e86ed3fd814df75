import type { FastifyRequest } from 'fastify'

/** The route of every page. */
export const PAGES = '/*'

export type WaitKind = 'too_many' | 'unavailable' | 'broken'

/** They depend on nothing else, so they have the texts of both languages here. */
const WORDS: Record<'en' | 'de', Record<WaitKind, { title: string; text: string; again: string }>> = {
  en: {
    too_many: {
      title: 'Too many tries',
      text: 'This connection has opened very many pages. Nothing is lost. Please wait a minute.',
      again: 'Try again',
    },
    unavailable: {
      title: 'Back in a moment',
      text: 'Something that we need does not answer just now. Nothing is lost. Please try again in a few seconds.',
      again: 'Try again',
    },
    broken: {
      title: 'This page is broken',
      text: 'The fault is ours, and we have a report of it. What you booked and paid is as it was.',
      again: 'Try again',
    },
  },
  de: {
    too_many: {
      title: 'Zu viele Versuche',
      text: 'Über diese Verbindung wurden sehr viele Seiten geöffnet. Nichts ist verloren. Bitte warte eine Minute.',
      again: 'Noch einmal versuchen',
    },
    unavailable: {
      title: 'Gleich wieder da',
      text: 'Etwas, das wir brauchen, antwortet gerade nicht. Nichts ist verloren. Bitte versuch es in ein paar Sekunden noch einmal.',
      again: 'Noch einmal versuchen',
    },
    broken: {
      title: 'Diese Seite ist kaputt',
      text: 'Der Fehler liegt bei uns und ist uns gemeldet. Was du gebucht und bezahlt hast, ist, wie es war.',
      again: 'Noch einmal versuchen',
    },
  },
}

/** Whether a browser asks for something to show as a page. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/** Whether a person opened a page, in a browser. */
export const isPageVisit = (request: FastifyRequest): boolean =>
  request.routeOptions.url === PAGES && wantsPage(request)

/** The language that the person chose, or else the first of their browser. */
function languageOf({ headers }: FastifyRequest): 'en' | 'de' {
  const chosen = /\bparley_language=(en|de)\b/.exec(headers.cookie ?? '')?.[1]
  return (chosen ?? headers['accept-language']?.trim().slice(0, 2).toLowerCase()) === 'de' ? 'de' : 'en'
}

/** A page without style and script, in the person's language: they wait, or the page they opened is broken. */
export function waitPage(request: FastifyRequest, kind: WaitKind): string {
  const language = languageOf(request)
  const { title, text, again } = WORDS[language][kind]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">${again}</a></p>
</html>
`
}
