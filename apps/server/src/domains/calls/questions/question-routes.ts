import {
  answeredSchema,
  detailSchema,
  fieldErrorsSchema,
  newQuestionSchema,
  questionListSchema,
  questionSchema,
  voteSchema,
  wholeListQuerySchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { App } from '../../../http/app-type.ts'
import { pageOfWhole } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { answer, createQuestion, hide, listed, type QuestionDeps, show, vote } from './room-questions.ts'

const PATH = '/api/parley/:slug/event/questions/'
const slug = z.string().check(z.maxLength(200))
const params = z.object({ slug })
const ofQuestion = z.object({ slug, id: z.string().check(z.maxLength(100)) })
const refusals = { 402: detailSchema, 403: detailSchema, 404: detailSchema, 409: detailSchema }
const schema = { tags: ['live event'], params: ofQuestion, response: { 200: questionSchema, ...refusals } }

/** The questions of the viewers of an event to its owner, and the votes for them. */
export function questionRoutes(deps: QuestionDeps) {
  return (app: App): void => {
    app.get(
      PATH,
      {
        config: { policy: 'party' },
        schema: {
          ...{ tags: ['live event'], params, querystring: wholeListQuerySchema },
          response: { 200: questionListSchema, ...refusals },
        },
      },
      async request => {
        const caller = { slug: request.params.slug, person: personOf(request) }
        return pageOfWhole(request, await listed(deps, caller))
      },
    )
    app.post(
      PATH,
      {
        config: { policy: 'party' },
        schema: {
          ...{ tags: ['live event'], params, body: newQuestionSchema },
          response: { 201: questionSchema, 400: fieldErrorsSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const caller = { slug: request.params.slug, person: personOf(request) }
        const uuid = request.body.uuid ?? newId()
        const question = await createQuestion(deps, caller, { ...request.body, uuid })
        reply.code(201)
        return question
      },
    )
    app.post(
      `${PATH}:id/vote/`,
      { config: { policy: 'party' }, schema: { ...schema, body: voteSchema } },
      request => {
        const voted = request.body?.voted ?? true
        return vote(deps, question(request.params, personOf(request)), { voted })
      },
    )
    app.post(
      `${PATH}:id/answer/`,
      { config: { policy: 'party' }, schema: { ...schema, body: answeredSchema } },
      request => {
        const answered = request.body?.answered ?? true
        return answer(deps, question(request.params, personOf(request)), { answered })
      },
    )
    app.post(`${PATH}:id/show/`, { config: { policy: 'party' }, schema }, request =>
      show(deps, question(request.params, personOf(request))),
    )
    app.post(
      `${PATH}:id/hide/`,
      {
        config: { policy: 'party' },
        schema: { ...schema, response: { 204: z.null(), ...refusals } },
      },
      async (request, reply) => {
        await hide(deps, question(request.params, personOf(request)))
        return reply.code(204).send(null)
      },
    )
  }
}

function question<P>({ slug, id }: { slug: string; id: string }, person: P) {
  if (!UUID.test(id)) throw refuse.notFound('There is no such question')
  return { slug, id, person }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
