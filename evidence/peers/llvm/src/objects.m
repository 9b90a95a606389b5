// Objective-C without a framework: a class, a protocol, a block.
__attribute__((objc_root_class)) @interface Base
+ (id)alloc;
- (id)init;
@end
@protocol Sized
@property(readonly) int size;
@optional
- (void)grow:(int)by;
@end
@interface Box : Base <Sized>
@property int width;
@property(readonly) int size;
@end
@implementation Box
- (int)size { return self.width * 2; }
- (void)grow:(int)by { self.width += by; }
@end
int measure(int n) {
  Box *box = [[Box alloc] init];
  box.width = n;
  __block int total = 0;
  void (^again)(int) = ^(int by) {
    [box grow:by];
    total += box.size;
  };
  again(3);
  return total + (@"text" != 0);
}
