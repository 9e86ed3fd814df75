import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../engine.ts'
import { StripeError } from '../errors.ts'
import { decodeForm } from '../http/form-encoding.ts'
import { Parameters } from '../http/parameters.ts'
import type { Work } from '../work.ts'
import {
  answerChallenge,
  challengeDonePage,
  challengePage,
  intentForVisitor,
  returnAddress,
} from './challenge.ts'
import { completeOnboarding, onboardingPage, requireAccountLink } from './onboarding.ts'
import { PAGE_CSS, pageHeaders, renderPage } from './page.ts'
import { checkedReturnUrl } from './return-address.ts'

export interface PageDeps {
  engine: Engine
  addressesOf(request: FastifyRequest): { pages: string; returnOrigins: string[] }
}

interface Visit {
  work: Work
  id: string
  params: Parameters
  stylesheet: string
  returnOrigins: readonly string[]
}

/** `next`: where the page's form may lead in the end; browsers hold redirects to the page's form policy. */
type Seen = { html: string; next: string | undefined } | { goTo: string }

/** The pages a browser is sent to: the bank's challenge and the account's onboarding. */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const stylesheet = `${app.prefix}/pages.css`
  app.get('/pages.css', (_request, reply) => {
    reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' })
    return reply.send(PAGE_CSS)
  })
  const serve =
    (see: (visit: Visit) => Seen) =>
    (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const { returnOrigins } = deps.addressesOf(request)
      try {
        const params = formOf(request)
        const { id } = request.params
        const seen = deps.engine.perform(work => see({ work, id, params, stylesheet, returnOrigins }))
        return 'goTo' in seen
          ? reply.redirect(seen.goTo, 303)
          : reply.headers(pageHeaders(seen.next)).send(seen.html)
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        const content = '<p>This page is no longer there. Go back and start again.</p>'
        reply.status(error.status).headers(pageHeaders(undefined))
        return reply.send(renderPage({ title: 'Not found', content, stylesheet }))
      }
    }
  app.get('/challenge/:id', serve(showChallenge))
  app.post('/challenge/:id', serve(submitChallenge))
  app.get('/onboarding/:id', serve(showOnboarding))
  app.post('/onboarding/:id', serve(submitOnboarding))
}

function showChallenge({ work, id, params, stylesheet }: Visit): Seen {
  const intent = intentForVisitor(work.store, id, params.text('secret') ?? '')
  const next = returnAddress(work.store, intent)?.origin
  return { html: challengePage(work.store, intent, stylesheet), next }
}

function submitChallenge({ work, id, params, stylesheet, returnOrigins }: Visit): Seen {
  const secret = params.text('secret') ?? ''
  answerChallenge(work, intentForVisitor(work.store, id, secret), params.text('outcome') ?? '')
  const intent = intentForVisitor(work.store, id, secret)
  const address = returnAddress(work.store, intent)
  if (address === undefined) return { html: challengeDonePage(intent, stylesheet), next: undefined }
  return { goTo: checkedReturnUrl(address.href, returnOrigins).href }
}

function showOnboarding({ work, id, params, stylesheet }: Visit): Seen {
  const token = params.text('token') ?? ''
  requireAccountLink(work.store, { account: id, token, seconds: work.seconds })
  const address = work.store.attribute(id, 'link_return_url')
  return { html: onboardingPage(token, stylesheet), next: address && new URL(address).origin }
}

function submitOnboarding({ work, id, params }: Visit): Seen {
  requireAccountLink(work.store, { account: id, token: params.text('token') ?? '', seconds: work.seconds })
  return { goTo: completeOnboarding(work, id, params.text('decision') ?? '') }
}

/** What was posted, or for a look at the page what its address says. */
function formOf(request: FastifyRequest): Parameters {
  const text = request.method === 'POST' ? request.body : request.raw.url?.split('?', 2)[1]
  return new Parameters(decodeForm(typeof text === 'string' ? text : ''))
}
