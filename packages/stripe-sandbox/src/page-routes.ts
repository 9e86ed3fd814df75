import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerChallenge, challengePage, finishedPage, intentForVisitor, returnAddress } from './challenge.ts'
import type { Engine } from './engine.ts'
import { StripeError } from './errors.ts'
import { decodeForm } from './form-encoding.ts'
import { completeOnboarding, onboardingPage, requireAccountLink } from './onboarding.ts'
import { PAGE_CSS, pageHeaders, renderPage } from './page.ts'
import { Parameters } from './parameters.ts'
import { checkedReturnUrl } from './return-address.ts'

export interface PageDeps {
  engine: Engine
  addressesOf(request: FastifyRequest): { pages: string; returnOrigins: string[] }
}

type Visit = FastifyRequest<{ Params: { id: string } }>

/** The pages a browser is sent to: the bank's challenge and the account's onboarding. */
export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const stylesheet = `${app.prefix}/pages.css`
  const page = (reply: FastifyReply, html: string, targets: readonly string[] = []) =>
    reply.headers(pageHeaders(targets)).send(html)
  const guarded = (reply: FastifyReply, answer: () => FastifyReply) => {
    try {
      return answer()
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      const content = '<p>This page is no longer there. Go back and start again.</p>'
      return page(reply.status(error.status), renderPage({ title: 'Not found', content, stylesheet }))
    }
  }

  app.get('/pages.css', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(PAGE_CSS),
  )
  app.get('/challenge/:id', (request: Visit, reply) =>
    guarded(reply, () => {
      const secret = queryOf(request).text('secret') ?? ''
      const { returnOrigins } = deps.addressesOf(request)
      return deps.engine.perform(({ store }) => {
        const intent = intentForVisitor(store, request.params.id, secret)
        return page(reply, challengePage(store, intent, stylesheet), returnOrigins)
      })
    }),
  )
  app.post('/challenge/:id', (request: Visit, reply) =>
    guarded(reply, () => {
      const form = bodyOf(request)
      const secret = form.text('secret') ?? ''
      const { returnOrigins } = deps.addressesOf(request)
      return deps.engine.perform(work => {
        answerChallenge(
          work,
          intentForVisitor(work.store, request.params.id, secret),
          form.text('outcome') ?? '',
        )
        const intent = intentForVisitor(work.store, request.params.id, secret)
        const address = returnAddress(work.store, intent)
        if (address === undefined) return page(reply, finishedPage(intent, stylesheet))
        return reply.redirect(checkedReturnUrl(address.href, returnOrigins).href, 303)
      })
    }),
  )
  app.get('/onboarding/:id', (request: Visit, reply) =>
    guarded(reply, () => {
      const token = queryOf(request).text('token') ?? ''
      const { returnOrigins } = deps.addressesOf(request)
      return deps.engine.perform(({ store, seconds }) => {
        requireAccountLink(store, { account: request.params.id, token, seconds })
        return page(reply, onboardingPage(token, stylesheet), returnOrigins)
      })
    }),
  )
  app.post('/onboarding/:id', (request: Visit, reply) =>
    guarded(reply, () => {
      const form = bodyOf(request)
      return deps.engine.perform(work => {
        const { id } = request.params
        requireAccountLink(work.store, {
          account: id,
          token: form.text('token') ?? '',
          seconds: work.seconds,
        })
        return reply.redirect(completeOnboarding(work, id, form.text('decision') ?? ''), 303)
      })
    }),
  )
}

function queryOf(request: FastifyRequest): Parameters {
  return new Parameters(decodeForm(request.raw.url?.split('?', 2)[1] ?? ''))
}

function bodyOf(request: FastifyRequest): Parameters {
  return new Parameters(decodeForm(typeof request.body === 'string' ? request.body : ''))
}
