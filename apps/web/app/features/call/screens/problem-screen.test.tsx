import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ProblemScreen } from './problem-screen.tsx'
import type { Problem } from './problems.ts'

function textOf(problem: Problem): string {
  vi.stubGlobal('location', { pathname: '/chat/a-call' })
  const screen = <ProblemScreen problem={problem} influencerUsername="ivy" onRetry={() => {}} rescue={null} />
  return renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>)
}

it('a request that has no call is said to be of an invalid type, in the words of the specification', () => {
  expect(textOf('invalid-type')).toContain('>Invalid session request type<')
})

it('somebody whose login ended in a call reads that they are not logged in, and comes back by the login', () => {
  expect(textOf('logged-out')).toContain('>not logged in<')
  expect(textOf('logged-out')).toContain('href="/login?next=%2Fchat%2Fa-call"')
})

it('somebody who closed the question for their birth date reads why there is no call, and how to be asked again', () => {
  expect(textOf('age')).toContain('>Please tell us your birth date first<')
  expect(textOf('age')).toContain('>Try again<')
})

it('a page that does not know the provider of the video says that a newer page is needed', () => {
  expect(textOf('unknown-provider')).toContain('>This page is too old for the call<')
  expect(textOf('unknown-provider')).toContain('>Reload the page<')
})
