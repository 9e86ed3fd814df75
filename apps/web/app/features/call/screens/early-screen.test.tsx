import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { EarlyScreen } from './early-screen.tsx'

it('who reads that a call is not open yet may try it: the clock of their device may be slow', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <EarlyScreen
        opensAtMs={Date.now() + 60_000}
        titleFor={({ time }) => `It opens at ${time}`}
        back={{ path: '/', name: 'Back' }}
        onOpen={() => undefined}
        rescue={null}
      />
    </MemoryRouter>,
  )
  expect(html).toContain('It opens at')
  expect(html).toContain('If the clock of this device is slow, it may be open already.')
  expect(html).toMatch(/<button[^>]*>Open it now<\/button>/)
})
