/** Map over share of writes and depth, and on request the same values in three dimensions. */
import { ActionIcon, Alert, Group, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from "@tabler/icons-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { sweeps as words } from "@/messages/sweeps";
import type { Arrangement } from "../arrangement";
import { ChartFigure, type OtherDrawing } from "../chart-figure";
import { writeShareMap } from "../write-share/definition";
import { surfaceOf, type WriteShareData } from "../write-share/surface";
import { type Turn, turned } from "./camera";
import { facesOf } from "./faces";
import type { SurfaceDrawing } from "./gl-runtime";
import { describeSurface, surfaceHeight } from "./option";
import { type GlRuntime, SurfaceView } from "./surface-view";

const TURNS: { turn: Turn; icon: typeof IconArrowLeft }[] = [
  { turn: "left", icon: IconArrowLeft },
  { turn: "right", icon: IconArrowRight },
  { turn: "up", icon: IconArrowUp },
  { turn: "down", icon: IconArrowDown },
];

const loadRuntime = (): Promise<GlRuntime> => import("./gl-runtime");

interface WriteShareFigureProps {
  title: string;
  data: WriteShareData;
  fileName?: string;
  arrangement?: Arrangement;
  onArrangement: (arrangement: Arrangement) => void;
  hidden?: readonly string[];
  onHidden?: (hidden: readonly string[]) => void;
  /** Gets what draws in three dimensions; tests give their own. */
  load?: () => Promise<GlRuntime>;
}

export function WriteShareFigure({ load = loadRuntime, data, ...props }: WriteShareFigureProps) {
  const [runtime, setRuntime] = useState<GlRuntime | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const drawing = useRef<SurfaceDrawing | null>(null);
  const faces = useMemo(() => facesOf(surfaceOf(data)).drawn, [data]);
  const shown = faces > 0 ? runtime : null;

  const giveUp = useCallback((reason: string) => {
    setRuntime(null);
    setProblem(reason);
  }, []);
  const lost = useCallback(() => giveUp(words.surface.lost), [giveUp]);
  const press = () => {
    setProblem(null);
    if (shown) return setRuntime(null);
    if (faces === 0) return setProblem(words.surface.noFace);
    load()
      .then((loaded) => (loaded.canDraw() ? setRuntime(loaded) : giveUp(words.surface.noWebGl)))
      .catch(() => giveUp(words.surface.notLoaded));
  };
  const turn = (direction: Turn) => {
    const own = drawing.current;
    own?.look(turned(own.camera(), direction));
  };

  const other: OtherDrawing | null = shown && {
    draw: (ariaLabel) => (
      <SurfaceView runtime={shown} data={data} ariaLabel={ariaLabel} onLost={lost} drawingRef={drawing} />
    ),
    sentence: describeSurface(data),
    height: surfaceHeight,
    picture: (title) => drawing.current?.picture(title) ?? Promise.reject(new Error(words.surface.noPicture)),
  };
  const choices = [{ label: words.surface.button, on: shown !== null, set: press }];
  const tools = shown && (
    <Group gap={4} role="group" aria-label={words.surface.turning(props.title)}>
      {TURNS.map(({ turn: direction, icon: Icon }) => (
        <ActionIcon
          key={direction}
          variant="subtle"
          size={26}
          aria-label={words.surface.turn[direction]}
          title={words.surface.turn[direction]}
          onClick={() => turn(direction)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
    </Group>
  );
  return (
    <Stack gap="xs">
      {problem && <Alert color="yellow">{problem}</Alert>}
      <ChartFigure {...props} data={data} definition={writeShareMap} choices={choices} tools={tools} other={other} />
    </Stack>
  );
}
