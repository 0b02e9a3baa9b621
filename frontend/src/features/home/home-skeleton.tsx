/** Home on its way, in the sizes of what comes. */
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./home.module.css";

const FOUR = ["a", "b", "c", "d"] as const;

export function HomeSkeleton() {
  return (
    <Waiting>
      <div className={classes.home}>
        <SkeletonBox height={25} width={320} />
        <div className={classes.tiles}>
          <div className={classes.live}>
            <SkeletonBox height={162} radius={11} />
            <SkeletonBox height={162} radius={11} />
          </div>
          <div className={classes.others}>
            {FOUR.map((key) => (
              <SkeletonBox key={key} height={79} radius={11} />
            ))}
          </div>
        </div>
        <div className={classes.two}>
          <SkeletonBox height={255} radius={11} />
          <SkeletonBox height={255} radius={11} />
        </div>
        <div className={classes.cards}>
          {FOUR.map((key) => (
            <SkeletonBox key={key} height={203} radius={11} />
          ))}
        </div>
      </div>
    </Waiting>
  );
}
