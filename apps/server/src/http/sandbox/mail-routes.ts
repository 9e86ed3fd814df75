import { createHash } from 'node:crypto'
import { detailSchema, idField, listOf, pageQuerySchema } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { App, Routes } from '../app-type.ts'
import { pageOfWhole } from '../pages.ts'
import { mailListPage, PAGE_STYLE, type ShownMail } from './mail-page.ts'

/** Mails that were kept instead of sent; the outbox of files stands behind it. */
export interface KeptMails {
  list(to?: string): Promise<ShownMail[]>
  read(id: string): Promise<ShownMail | null>
}

const mailSchema = z.object({
  id: idField,
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), content: z.string() })),
  at: z.string(),
})

const AS = ['html', 'text', 'json'] as const
const asField = z.optional(z.enum(AS))
type As = (typeof AS)[number]

const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64')
const LIST_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/** Mail programs need styles on the elements, so a mail has them; scripts, images and forms it has none. */
const MAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Shows the mails sent, in the browser and as JSON; mounted only with the sandbox and never in production. */
export function sandboxMailRoutes(mails: KeptMails): Routes {
  return (app: App) => {
    app.get(
      '/sandbox/mail/',
      {
        config: { policy: 'sandbox' },
        schema: {
          tags: ['sandbox'],
          querystring: z.extend(pageQuerySchema, { to: z.optional(z.string()), as: asField }),
          response: { 200: z.union([listOf(mailSchema), z.string()]) },
        },
      },
      async (request, reply) => {
        const shown = pageOfWhole(request, await mails.list(request.query.to))
        if (wanted(request, request.query.as) === 'json') return shown
        return sendPage(reply, { html: mailListPage(shown), policy: LIST_POLICY })
      },
    )
    app.get(
      '/sandbox/mail/:id/',
      {
        config: { policy: 'sandbox' },
        schema: {
          tags: ['sandbox'],
          params: z.object({ id: idField }),
          querystring: z.object({ as: asField }),
          response: { 200: z.union([mailSchema, z.string()]), 404: detailSchema },
        },
      },
      async (request, reply) => {
        const mail = await mails.read(request.params.id)
        if (!mail) throw refuse.notFound('There is no such mail')
        switch (wanted(request, request.query.as)) {
          case 'json':
            return mail
          case 'text':
            return reply.type('text/plain; charset=utf-8').serializer(asItIs).send(mail.text)
          case 'html':
            return sendPage(reply, { html: mail.html, policy: MAIL_POLICY })
        }
      },
    )
  }
}

const asItIs = (payload: unknown): string => String(payload)

function sendPage(reply: FastifyReply, page: { html: string; policy: string }): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'referrer-policy': 'no-referrer',
    })
    .serializer(asItIs)
    .send(page.html)
}

/** What the reader asks for: by name, or else by the first kind in Accept that we have. */
function wanted(request: FastifyRequest, as: As | undefined): As {
  if (as) return as
  for (const kind of (request.headers.accept ?? '').split(',')) {
    const name = kind.split(';')[0]?.trim().toLowerCase()
    if (name === 'application/json') return 'json'
    if (name === 'text/plain') return 'text'
    if (name === 'text/html') return 'html'
  }
  return 'html'
}
