//go:build tools

package tools

import _ "github.com/livekit/livekit-server/cmd/server"
